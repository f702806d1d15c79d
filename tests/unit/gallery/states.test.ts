import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { chartOf, statesIn } from '#features/machines/chart.ts';
import { type Entry, type MachineName, machineNames, screenEntries, stateEntries } from '#gallery/entries.ts';
import { act, stageAuth, stageCheckout, stageLedger } from '#gallery/stage/actors.ts';
import { authMachine } from '#machines/auth.ts';
import { checkoutMachine } from '#machines/checkout.ts';
import { ledgerMachine } from '#machines/ledger.ts';

const machines: Readonly<Record<MachineName, AnyStateMachine>> = {
  auth: authMachine,
  checkout: checkoutMachine,
  ledger: ledgerMachine,
};

/** The paths of a machine's innermost states, by its definition. */
const atomicStates = (machine: AnyStateMachine): string[] =>
  statesIn(chartOf(machine))
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(({ id }) => id.slice(machine.id.length + 1));

/** A machine's answer to whether it is in a state, after all that its scene does to it. */
const stagings: Readonly<Record<MachineName, (scene: Entry['scene']) => Promise<StateMatcher>>> = {
  async auth({ auth: part = {}, at }) {
    const actor = stageAuth(part, at.startsWith('/dashboard'));
    actor.start();
    await act(actor, part.events);
    return (path) => isIn(actor.getSnapshot().value, path);
  },
  async checkout({ checkout: part = {} }) {
    const actor = stageCheckout(part);
    actor.start();
    await act(actor, part.events);
    return (path) => isIn(actor.getSnapshot().value, path);
  },
  async ledger({ ledger: part = {} }) {
    const actor = stageLedger(part, { status: 'completed', page: 1, tx: null });
    actor.start();
    await act(actor, part.events);
    return (path) => isIn(actor.getSnapshot().value, path);
  },
};

type StateMatcher = (path: string) => boolean;

const isIn = (value: unknown, path: string): boolean => {
  if (value === path) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, within]) => path.startsWith(`${key}.`) && isIn(within, path.slice(key.length + 1)),
  );
};

describe.each(machineNames)('the gallery of %s', (name) => {
  test('has an entry for every state, and for no other', () => {
    expect(Object.keys(stateEntries[name]).sort()).toEqual(atomicStates(machines[name]).sort());
  });

  test('says of a state that looks as another which one, and why', () => {
    for (const entry of Object.values(stateEntries[name])) {
      if (!('alike' in entry)) continue;
      expect(stateEntries[name][entry.alike]).toHaveProperty('scene');
      expect(entry.because).toMatch(/\w.*\.$/);
    }
  });
});

const ofStates = screenEntries.flatMap(({ id, state, scene }) =>
  state === null ? [] : [{ id, state, scene }],
);

test.each(ofStates)('$id is in its state', async ({ state: { machine, path }, scene }) => {
  const matches = await stagings[machine](scene);
  expect(matches(path)).toBe(true);
});

test('no two entries have one name', () => {
  expect(new Set(screenEntries.map(({ id }) => id)).size).toBe(screenEntries.length);
});
