export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Skips comments and empty lines, and joins lines that end with a backslash. */
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
