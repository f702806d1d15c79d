export type Step =
  | {
      readonly kind: 'commands';
      readonly name: string;
      readonly downloads: boolean;
      readonly script: string;
      readonly prints: readonly string[];
    }
  | { readonly kind: 'act'; readonly name: string };

/** A hidden note to the test, with the code block that directly follows it. */
const note =
  /^<!-- (values|run|run with downloads|prints|act)(?:: ([^\n]+?))? -->\n(?:```\w*\n([\s\S]*?)^```$)?/gm;

/**
 * Reads a guide's HTML comments. `values` comes before the block with the variables to set, `run: NAME` or
 * `run with downloads: NAME` before commands, and `act: NAME` marks an act without a command. `prints` comes
 * before lines that the commands must print; their numbers may differ.
 *
 * @throws Error for an incomplete note
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

/** The lines that the guide expects and this output doesn't have. Numbers may differ. */
export const missingLines = (prints: readonly string[], output: string): readonly string[] => {
  const printed = new Set(output.split('\n').map(withoutFigures));
  return prints.filter((line) => !printed.has(withoutFigures(line)));
};
