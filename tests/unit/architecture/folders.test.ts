import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { machines } from '#devtools/machines.ts';

const foreign = /^(node_modules|dist|test-results|playwright-report|\..*)$/;

const foldersIn = (parent: string): string[] =>
  readdirSync(parent === '' ? '.' : parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !foreign.test(entry.name))
    .map(({ name }) => `${parent}${name}/`);

/** Folder tree in ARCHITECTURE.md. The indentation of a line is the depth of its folder. */
const [, tree = ''] = /^```text\n(.*?)^```/ms.exec(readFileSync('ARCHITECTURE.md', 'utf8')) ?? [];
const parents: string[] = [];
const named = tree
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [, indent = '', name = ''] = /^( *)(\S+\/) /.exec(line) ?? [];
    const depth = indent.length / 2;
    parents[depth] = `${parents[depth - 1] ?? ''}${name}`;
    return parents[depth];
  });

test('ARCHITECTURE.md lists exactly the existing folders', () => {
  const parents = ['', 'machines/', 'src/', 'src/app/', 'server/', 'server/store/', 'packages/'];
  expect(named.toSorted()).toEqual(parents.flatMap(foldersIn).sort());
});

test.each(Object.keys(machines))('ARCHITECTURE.md lists the machine %s in its folder', (machine) => {
  const [line] = tree.split('\n').filter((line) => line.split(/[ ,]+/).includes(machine));
  expect(existsSync(`machines/${/^ +(\S+\/)/.exec(line ?? '')?.[1]}${machine}.ts`)).toBe(true);
});
