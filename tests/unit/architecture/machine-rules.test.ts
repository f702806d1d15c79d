import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { machines } from '#devtools/machines.ts';

/** Keys whose inline functions the editor treats as part of the chart, not as implementations. */
const computedParts = new Set(['context', 'input', 'output', 'params']);

/** Returns the paths of functions and unnamed delays, which the editor can't read from a pasted config. */
const unreadableIn = (value: unknown, path: readonly string[] = []): string[] => {
  const key = path.at(-1) ?? '';
  const isUnnamedDelay = path.at(-2) === 'after' && !Number.isNaN(Number(key));
  if (isUnnamedDelay || (typeof value === 'function' && !computedParts.has(key))) return [path.join('.')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => unreadableIn(part, [...path, name]));
};

interface State {
  readonly description?: string;
  readonly invoke?: object;
  readonly states?: Readonly<Record<string, State>>;
}

const unnamedIn = (state: State, name: string): string[] => [
  ...(state.description?.trim() ? [] : [`${name} has no description`]),
  ...[state.invoke ?? []]
    .flat()
    .filter((invoked) => !('id' in invoked && 'src' in invoked && typeof invoked.src === 'string'))
    .map(() => `${name} invokes an actor without an id or a name`),
  ...Object.entries(state.states ?? {}).flatMap(([key, child]) => unnamedIn(child, `${name}.${key}`)),
];

test.each(Object.values(machines))(
  'the config of $id can be pasted into the Stately editor',
  ({ config }) => {
    expect(unreadableIn(config)).toEqual([]);
    expect(unnamedIn(config as State, config.id ?? '')).toEqual([]);
  },
);

const files = readdirSync('machines', { recursive: true, encoding: 'utf8' });

test.each(Object.keys(machines))('the file of machine %s has one machine, written as one object', (name) => {
  const file = files.find((each) => each.endsWith(`/${name}.ts`));
  const [head = '', config = '', ...others] = readFileSync(`machines/${file}`, 'utf8').split(
    '.createMachine({',
  );
  expect(others).toEqual([]);
  // Only the result of a function can start with a spread.
  expect(config).not.toMatch(/(?<!=> \(\{ )\.\.\.|^\s*\[.+\]:/m);
  expect(head + config).not.toMatch(/\bimport\(|^export [^=;]* from /m);
  const imported = [...head.matchAll(/^import (?!type )[^;]* from '(.+)';/gm)].map(([, from]) => from);
  expect(imported.filter((from) => !/^(xstate|\.\.?\/shared\.ts)$/.test(from ?? ''))).toEqual([]);
});
