import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformWithEsbuild } from 'vite';
import { expect, test } from 'vitest';
import { importsOf } from './imports.ts';
import { type Expression, nodesIn, programOf, type SyntaxNode } from './syntax.ts';

/** tsx runs these programs, which open pages themselves. Playwright compiles its own test files. */
const drills = 'drills';

const sources = new Map<string, string>();
const read = (file: string): void => {
  if (sources.has(file) || !/\.tsx?$/.test(file) || file.includes('node_modules')) return;
  const source = readFileSync(file, 'utf8');
  sources.set(file, source);
  for (const { to, isPackage, isTypeOnly } of importsOf(file, source))
    if (!isPackage && !isTypeOnly) read(to);
};
for (const name of readdirSync(drills, { recursive: true, encoding: 'utf8' }))
  if (!name.endsWith('.spec.ts')) read(join(drills, name));

type Call = Extract<Expression, { type: 'CallExpression' }>;
const isCall = (node: SyntaxNode): node is Call => node.type === 'CallExpression';

const runsInPage = ({ callee }: Call): boolean =>
  callee.type === 'MemberExpression' &&
  callee.property.type === 'Identifier' &&
  /^(addInitScript|evaluate(All|Handle)?|waitForFunction)$/.test(callee.property.name);

/** tsx makes functions call a helper that exists only in their file, so pages can't run them. */
const problemsIn = async (file: string, source: string): Promise<string[]> => {
  const { code } = await transformWithEsbuild(
    source,
    file,
    { keepNames: true },
    undefined,
    undefined,
    undefined,
    true,
  );
  return [...nodesIn(programOf('compiled.js', code))].filter(isCall).flatMap((call) => {
    const [given] = call.arguments;
    if (given === undefined || !runsInPage(call)) return [];
    const text = code.slice(given.start, given.end);
    return given.type === 'Identifier' || /\b__[a-z]\w*\(/i.test(text) ? `${file}: ${text}` : [];
  });
};

test('functions that drills pass to a page need no outer names and no compiler helpers', async () => {
  expect(sources.keys()).toContain('tests/browser/screens/write-fields.ts');
  const files = [...sources].filter(([, source]) => /@playwright\/test/.test(source));
  expect((await Promise.all(files.map(([file, source]) => problemsIn(file, source)))).flat()).toEqual([]);
});

test.each([
  ['page.evaluate(() => document.title)', 0],
  ['page.evaluate(() => { const named = () => 1; return named(); })', 1],
  ['page.addInitScript(() => Object.assign(window, { named: () => 1 }))', 1],
  ['page.evaluate(named, 1)', 1],
])('%s: %i', async (source, count) => {
  expect(await problemsIn('sample.ts', source)).toHaveLength(count);
});
