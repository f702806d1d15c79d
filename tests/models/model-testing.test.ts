import { expect, it } from 'vitest';
import { fromPromise, sendParent, setup } from 'xstate';
import { replayTest } from '#tests/model-testing/replay-test.ts';
import { createTestModel } from '#tests/model-testing/test-model.ts';
import { testPaths } from '#tests/model-testing/test-paths.ts';

/** A door that asks a service to unlock it and notifies its parent. */
const doorMachine = setup({
  types: {
    context: {} as { readonly pin: unknown },
    events: {} as { readonly type: 'opened'; readonly pin: string },
    input: {} as { readonly pin: unknown },
    output: {} as { readonly pin: unknown },
  },
  actors: { unlock: fromPromise<void>(() => Promise.reject(new Error('unlock has no implementation'))) },
  actions: { tell: sendParent({ type: 'door.tried' }) },
}).createMachine({
  id: 'door',
  context: ({ input }) => input,
  output: ({ context }) => context,
  initial: 'closed',
  states: {
    closed: { on: { opened: { target: 'unlocking', actions: 'tell' } } },
    unlocking: {
      invoke: { id: 'unlock', src: 'unlock', onDone: 'open', onError: 'closed' },
      after: { 5000: 'stuck' },
    },
    stuck: {},
    open: { type: 'final' },
  },
});

const pin = '4711';

const modelOf = (kept: unknown) =>
  createTestModel({
    name: 'door',
    machine: doorMachine,
    starts: { 'a door is closed': { pin: kept } },
    events: { 'the door is opened': { type: 'opened', pin } },
    outcomes: { unlock: { unlocked: undefined } },
    secrets: [pin],
    serializeState: () => '',
    formatSnapshot: () => [],
    invariant: {
      'a stuck door stays closed': ({ after }) => !after.matches('open') || after.status === 'done',
    },
  });

const withoutDeadEnd = (kept: unknown) => ({
  ...modelOf(kept),
  when: (eventCase: { readonly kind: string }) => eventCase.kind !== 'timer',
});

it('a path test fails if the context or the output contains a secret', async () => {
  await expect(testPaths(withoutDeadEnd(pin))).rejects.toThrow(
    'no snapshot and no message contains a secret',
  );
});

it('a path test fails if a state has no way out', async () => {
  await expect(testPaths(modelOf(null))).rejects.toThrow(
    'there is always a way on, after: a door is closed → the door is opened → 5000 has passed',
  );
});

it('a replay fails at the first event that leads to a different state', () => {
  const start = { value: 'closed', context: { pin: null } };
  const opened = { type: 'opened', pin } as const;
  const failed = { type: 'xstate.error.actor.unlock', error: null } as const;
  replayTest(doorMachine, {
    start,
    timeline: [
      [opened, 'unlocking'],
      [failed, 'closed'],
    ],
  });
  expect(() => replayTest(doorMachine, { start, timeline: [[opened, 'open']] })).toThrow(
    'Path diverged at step 1, opened: expected open, got unlocking',
  );
});
