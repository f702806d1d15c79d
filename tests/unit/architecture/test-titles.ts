import { type Expression, nodesIn, programOf, type SyntaxNode } from '../../../build/machines/syntax.ts';

type Call = Extract<Expression, { type: 'CallExpression' }>;

/** What gives a title to a test, to a group of them, or (`test.step`, the fixture `step`) to a part of one. */
const titling = new Set(['describe', 'it', 'step', 'test']);

const isCall = (node: SyntaxNode): node is Call => node.type === 'CallExpression';

/** The name that a chain such as `test.describe.each(rows)` begins with. */
const rootOf = (callee: Expression): string | undefined => {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return rootOf(callee.object);
  return callee.type === 'CallExpression' ? rootOf(callee.callee) : undefined;
};

/** A title as its file has it, `…` standing for what a template fills in; undefined where a variable holds it. */
const titleOf = ({ callee, arguments: [title] }: Call): string | undefined => {
  if (title === undefined || !titling.has(rootOf(callee) ?? '')) return undefined;
  if (title.type === 'Literal' && typeof title.value === 'string') return title.value;
  if (title.type !== 'TemplateLiteral') return undefined;
  return title.quasis.map(({ value: { raw, cooked } }) => cooked ?? raw).join('…');
};

/** The titles of a file of tests, each behind the titles of the groups and tests that it stands in. */
export const titlesIn = (file: string, source: string): string[][] => {
  const titled = [...nodesIn(programOf(file, source))].filter(isCall).flatMap((call) => {
    const title = titleOf(call);
    return title === undefined ? [] : [{ title, start: call.start, end: call.end }];
  });
  return titled.map(({ start, end }) =>
    titled.filter((outer) => outer.start <= start && outer.end >= end).map(({ title }) => title),
  );
};

/** Whether there is a title behind others in this order; those between them may be left out. */
export const hasTitle = (titles: readonly (readonly string[])[], sought: readonly string[]): boolean =>
  titles.some((title) => {
    let found = 0;
    for (const part of title) if (part === sought[found]) found += 1;
    return found === sought.length && title.at(-1) === sought.at(-1);
  });
