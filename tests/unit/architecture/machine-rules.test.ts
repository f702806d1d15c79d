import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { breachesOf } from './machine-rules.ts';

const machines = readdirSync('machines').filter((name) => /^[\w-]+\.ts$/.test(name));

test('there are machines', () => {
  expect(machines.length).toBeGreaterThanOrEqual(3);
});

test.each(machines)('%s pastes into the Stately editor as it is', (name) => {
  expect(breachesOf(name, readFileSync(`machines/${name}`, 'utf8'))).toEqual([]);
});

const good = `
import { setup } from 'xstate';
import type { Product } from '../contract/products.ts';
import type { LampContext } from './lamp.types.ts';

export const lampMachine = setup({
  types: { context: {} as LampContext },
  actions: { count: assign(({ context }) => ({ ...context, presses: context.presses + 1 })) },
  delays: { patience: 5_000 },
}).createMachine({
  id: 'lamp',
  description: 'A lamp with a memory.',
  context: ({ input }) => ({ presses: 0, room: input.room }),
  initial: 'off',
  states: {
    off: {
      description: 'Dark.',
      entry: 'count',
      on: { pressed: [{ guard: { type: 'isNight', params: ({ event }) => event }, target: 'on' }, { target: 'off' }] },
    },
    on: {
      description: 'Bright.',
      invoke: {
        id: 'glow',
        src: 'glow',
        input: ({ context }) => ({ ...context }),
        onDone: { target: 'off', actions: ['count', { type: 'say', params: { words: 'out' } }] },
      },
      after: { patience: { target: 'off' } },
    },
  },
});
`;

test('a good machine breaks no rule', () => {
  expect(breachesOf('lamp.ts', good)).toEqual([]);
});

/** What is wrong, how the good machine is changed to it, and what is said of it. */
const breaches: readonly (readonly [name: string, from: string, to: string, breach: string])[] = [
  ['another package', "from 'xstate'", "from 'lodash'", 'imports lodash: only xstate and the types'],
  [
    'the contract’s values',
    "import type { LampContext } from './lamp.types.ts'",
    "import { page } from '../contract/transactions.ts'",
    'imports ../contract/transactions.ts: only xstate and the types',
  ],
  [
    'a sibling’s values',
    'import type { L',
    'import { L',
    'imports ./lamp.types.ts: only xstate and the types',
  ],
  [
    'a re-export',
    'export const',
    "export * from './other.types.ts';\nexport const",
    'exports what belongs to another',
  ],
  ['a dynamic import', 'presses: 0', "presses: import('./x.ts')", 'imports dynamically'],
  ['an enum', 'export const', 'enum Lights { on }\nexport const', 'declares an enum'],
  [
    'a made state',
    "off: {\n      description: 'Dark.',",
    "off: createStateConfig({ }), was: {\n description: 'Dark.',",
    'makes a state with createStateConfig',
  ],
  ['a second machine', 'export const', 'createMachine({});\nexport const', 'makes a second machine'],
  ['no machine', 'createMachine', 'createSomething', 'makes no machine'],
  [
    'a config from elsewhere',
    'createMachine({',
    'createMachine(config, {',
    'something else than one object literal',
  ],
  ['a setup from elsewhere', 'setup({', 'setup(parts, {', 'set up with something else than an object'],
  [
    'implementations from elsewhere',
    'actions: { count',
    'actions: { ...shared, count',
    'spreads something into an object',
  ],
  ['a spread state', 'states: {', 'states: { ...common,', 'spreads something into an object'],
  ['a spread list', "['count',", "[...usual, 'count',", 'spreads something into a list'],
  ['a computed key', 'on: { pressed', 'on: { [pressed]', 'has a computed key'],
  ['an enum’s key', 'off: {', '[Lights.off]: {', 'has a computed key'],
  [
    'a value by reference',
    "initial: 'off'",
    'initial: first',
    'has under initial a value that is not literal',
  ],
  ['an inline action', "entry: 'count'", 'entry: () => 1', 'has an inline function under entry'],
  ['a made action', "entry: 'count'", 'entry: assign({ a: 1 })', 'refers to an action without its name'],
  ['an action by reference', "['count',", '[count,', 'refers to an action without its name'],
  [
    'a made guard',
    "guard: { type: 'isNight', params: ({ event }) => event }",
    "guard: not('isNight')",
    'refers to a guard without its name',
  ],
  ['a guard named elsewhere', "type: 'isNight'", 'type: names.night', 'refers to a guard without its name'],
  ['an invocation without an id', "id: 'glow',", '', 'invokes in on without a literal id'],
  ['an inline actor', "src: 'glow'", 'src: fromPromise(glow)', 'invokes in on an actor without a name'],
  ['a state without a description', "description: 'Dark.',", '', 'leaves off without a description'],
  ['an empty description', "'Bright.'", "' '", 'leaves on without a description'],
  [
    'a machine without a description',
    "description: 'A lamp with a memory.',",
    '',
    'leaves the machine without a description',
  ],
  ['a delay as a number', 'after: { patience', 'after: { 5000', 'waits in on for a time without a name'],
];

test.each(breaches)('%s is seen', (_, from, to, breach) => {
  expect(good).toContain(from);
  expect(breachesOf('lamp.ts', good.replace(from, to)).join('\n')).toContain(breach);
});
