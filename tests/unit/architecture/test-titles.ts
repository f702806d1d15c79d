import { type Expression, nodesIn, programOf, type SyntaxNode } from './syntax.ts';

type Call = Extract<Expression, { type: 'CallExpression' }>;

const titling = new Set(['describe', 'it', 'step', 'test']);

const isCall = (node: SyntaxNode): node is Call => node.type === 'CallExpression';

const rootOf = (callee: Expression): string | undefined => {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return rootOf(callee.object);
  return callee.type === 'CallExpression' ? rootOf(callee.callee) : undefined;
};

/** Returns a call's title with `…` for each template expression; undefined if a variable holds the title. */
const titleOf = ({ callee, arguments: [title] }: Call): string | undefined => {
  if (title === undefined || !titling.has(rootOf(callee) ?? '')) return undefined;
  if (title.type === 'Literal' && typeof title.value === 'string') return title.value;
  if (title.type !== 'TemplateLiteral') return undefined;
  return title.quasis.map(({ value: { raw, cooked } }) => cooked ?? raw).join('…');
};

/** Returns each test's path of titles, from the outermost group inward. */
export const titlesIn = (file: string, source: string): string[][] => {
  const titled = [...nodesIn(programOf(file, source))].filter(isCall).flatMap((call) => {
    const title = titleOf(call);
    return title === undefined ? [] : [{ title, start: call.start, end: call.end }];
  });
  return titled.map(({ start, end }) =>
    titled.filter((outer) => outer.start <= start && outer.end >= end).map(({ title }) => title),
  );
};

/** Returns whether a path contains these titles in this order. Other titles can be in between. */
export const hasTitle = (titles: readonly (readonly string[])[], sought: readonly string[]): boolean =>
  titles.some((title) => {
    let found = 0;
    for (const part of title) if (part === sought[found]) found += 1;
    return found === sought.length && title.at(-1) === sought.at(-1);
  });
