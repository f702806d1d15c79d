/** One instruction of a Containerfile, in capitals, and what follows it. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Reads a Containerfile: comments and empty lines are left out, lines that end with a backslash go on. */
export const readContainerfile = (content: string): readonly Instruction[] =>
  content
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', text = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
      return { name: name.toUpperCase(), text };
    });
