/** A strict subset of Mermaid's grammar for `stateDiagram-v2`. */
const forms = {
  begins: /^\[\*\] --> \w+$/,
  ends: /^\w+ --> \[\*\]$/,
  arrow: /^(\w+) --> (\w+) : [^:#;"]+$/,
  opens: /^state "[^"]+" as (\w+) \{$/,
  leaf: /^state "[^"]+" as (\w+)$/,
  text: /^(\w+) : [^:#;"]+$/,
  closes: /^\}$/,
  divides: /^--$/,
} as const;

/** Codes such as `#58;` replace characters that a label can't contain. */
const withoutCodes = (line: string): string => line.replaceAll(/#\d+;/g, '');

/**
 * Finds lines of unknown form, names declared twice or never, unbalanced braces, and arrows from a state
 * to one of its parts.
 */
export const mistakesIn = (diagram: string): string[] => {
  const [head, ...lines] = diagram.split('\n').map((line) => line.trim());
  const mistakes = head === 'stateDiagram-v2' ? [] : [`It begins with ${head}`];
  const parents = new Map<string, readonly string[]>();
  const used: string[] = [];
  const open: string[] = [];

  for (const line of lines.map(withoutCodes)) {
    const declared = forms.opens.exec(line)?.[1] ?? forms.leaf.exec(line)?.[1];
    if (declared !== undefined) {
      if (parents.has(declared)) mistakes.push(`${declared} is declared twice`);
      parents.set(declared, [...open]);
      if (forms.opens.test(line)) open.push(declared);
    } else if (forms.closes.test(line)) {
      if (open.pop() === undefined) mistakes.push('A brace closes nothing');
    } else if (!Object.values(forms).some((form) => form.test(line)))
      mistakes.push(`Not understood: ${line}`);
    used.push(...namesIn(line));
  }

  if (open.length > 0) mistakes.push(`${open.join()} is not closed`);
  for (const name of used) if (!parents.has(name)) mistakes.push(`${name} is not declared`);
  for (const line of lines) {
    const [, from = '', to = ''] = forms.arrow.exec(withoutCodes(line)) ?? [];
    if (parents.get(to)?.includes(from)) mistakes.push(`${from} leads to its own part ${to}`);
  }
  return mistakes;
};

const namesIn = (line: string): string[] => {
  const [, from, to] = forms.arrow.exec(line) ?? [];
  const begun = /^\[\*\] --> (\w+)$/.exec(line)?.[1];
  const ended = /^(\w+) --> \[\*\]$/.exec(line)?.[1];
  const text = forms.text.exec(line)?.[1];
  return [from, to, begun, ended, text].filter((name) => name !== undefined);
};
