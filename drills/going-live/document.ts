export type Step =
  | {
      readonly kind: 'commands';
      readonly name: string;
      readonly downloads: boolean;
      readonly script: string;
      readonly prints: readonly string[];
    }
  | { readonly kind: 'act'; readonly name: string };

/** Matches a hidden instruction for this test, and the code block directly after it. */
const note =
  /^<!-- (values|run|run with downloads|prints|act)(?:: ([^\n]+?))? -->\n(?:```\w*\n([\s\S]*?)^```$)?/gm;

/**
 * Reads a guide's HTML comments. `values` precedes the block with the variables to set, and `run: NAME` or
 * `run with downloads: NAME` a block of commands. `act: NAME` marks an action without a command. `prints` precedes
 * lines that the commands must print, except for their numbers.
 *
 * @throws {Error} if a comment is incomplete
 */
export const readGuide = (markdown: string) => {
  const values: string[] = [];
  const steps: Step[] = [];
  for (const [, kind = '', name = '', block] of markdown.matchAll(note)) {
    if (kind === 'act') {
      steps.push({ kind, name });
      continue;
    }
    if (block === undefined) throw new Error(`Nothing follows <!-- ${kind} ${name} -->`);
    if (kind === 'values')
      values.push(...[...block.matchAll(/^(\w+)=/gm)].map(([, variable = '']) => variable));
    else if (kind === 'prints') {
      const last = steps.pop();
      if (last?.kind !== 'commands') throw new Error('Nothing was run that could print');
      steps.push({ ...last, prints: block.trimEnd().split('\n') });
    } else steps.push({ kind: 'commands', name, downloads: kind !== 'run', script: block, prints: [] });
  }
  return { values, steps };
};

const withoutFigures = (text: string): string => text.replaceAll(/\d+/g, '0').trim();

/** Returns the expected lines that are missing from the output. Ignores differences in numbers. */
export const missingLines = (prints: readonly string[], output: string): readonly string[] => {
  const printed = new Set(output.split('\n').map(withoutFigures));
  return prints.filter((line) => !printed.has(withoutFigures(line)));
};
