/** What docs/deploy.md has a reader do, in its order. */
export type Step =
  | {
      readonly kind: 'commands';
      readonly name: string;
      readonly downloads: boolean;
      readonly script: string;
      readonly prints: readonly string[];
    }
  /** Something that is done by no command, such as a purchase. */
  | { readonly kind: 'act'; readonly name: string };

export interface Guide {
  /** The names of the variables that a reader fills in. */
  readonly values: readonly string[];
  readonly steps: readonly Step[];
}

/** A note to the test, which a reader does not see, and the block of code that may follow it at once. */
const note =
  /^<!-- (values|run|run with downloads|prints|act)(?:: ([^\n]+?))? -->\n(?:```\w*\n([\s\S]*?)^```$)?/gm;

/**
 * Reads a guide. Before what is meant stands an HTML comment: `values`, before the block with the variables to fill in;
 * `run: NAME` or `run with downloads: NAME`, before commands that are run as they stand; `prints`, before lines that those
 * have to print, of which the figures may be others; `act: NAME`.
 *
 * @throws Error for a note without what it needs
 */
export const readGuide = (markdown: string): Guide => {
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

/** The lines that a guide says are printed and that are not in this output, whatever the figures. */
export const missingLines = (prints: readonly string[], output: string): readonly string[] => {
  const printed = new Set(output.split('\n').map(withoutFigures));
  return prints.filter((line) => !printed.has(withoutFigures(line)));
};
