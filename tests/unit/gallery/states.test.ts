import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { chartOf, statesIn } from '#devtools/chart.ts';
import { machines } from '#devtools/machines.ts';
import type { ActivityActor, AuthActor, CheckoutActor, LedgerActor } from '#features/shared/app-context.ts';
import { componentStories } from '#gallery/components/component-stories.tsx';
import { type Entry, type MachineName, machineNames, screenEntries, stateEntries } from '#gallery/entries.ts';
import {
  activityFixture,
  authFixture,
  checkoutFixture,
  ledgerFixture,
  registrationFixture,
  sendAuthEvents,
  sendEvents,
  sendListEvents,
} from '#gallery/harness/actors.ts';
import { isOfCustomer } from '#gallery/stories/story.ts';
import {
  selectChallenge,
  selectPasskey,
  selectReset,
  selectVerification,
} from '#machines/account/auth.selectors.ts';
import { componentNames } from '#tests/gallery/gallery.ts';

const atomicStates = (machine: AnyStateMachine): string[] =>
  statesIn(chartOf(machine))
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(({ id }) => id.slice(machine.id.length + 1));

const authOf = async (story: Entry['story']): Promise<AuthActor> => {
  const { auth: part = {} } = story;
  const actor = authFixture(part, isOfCustomer(story));
  actor.start();
  await sendAuthEvents(actor, part);
  return actor;
};

const checkoutOf = async ({ checkout: part = {} }: Entry['story']): Promise<CheckoutActor> => {
  const actor = checkoutFixture(part);
  actor.start();
  await sendEvents(actor, part.events);
  return actor;
};

const ledgerOf = async ({ ledger: part = {} }: Entry['story']): Promise<LedgerActor> => {
  const actor = ledgerFixture(part, { status: 'completed', page: 1, tx: null });
  actor.start();
  await sendListEvents(actor, part.events);
  return actor;
};

const activityOf = async ({ activity: part = {} }: Entry['story']): Promise<ActivityActor> => {
  const actor = activityFixture(part, { kind: 'all', before: null, newer: [] });
  actor.start();
  await sendListEvents(actor, part.events);
  return actor;
};

const matcherOf =
  (actor: { getSnapshot(): { readonly value: unknown } } | undefined): StateMatcher =>
  (path) =>
    isIn(actor?.getSnapshot().value, path);

const fixtures: Readonly<Record<MachineName, (story: Entry['story']) => Promise<StateMatcher>>> = {
  auth: async (story) => matcherOf(await authOf(story)),
  challenge: async (story) => matcherOf(selectChallenge((await authOf(story)).getSnapshot())),
  passkey: async (story) => matcherOf(selectPasskey((await authOf(story)).getSnapshot())),
  verification: async (story) => matcherOf(selectVerification((await authOf(story)).getSnapshot())),
  reset: async (story) => matcherOf(selectReset((await authOf(story)).getSnapshot())),
  hosted: async (story) => matcherOf((await authOf(story)).getSnapshot().children.hosted),
  checkout: async (story) => matcherOf(await checkoutOf(story)),
  payment: async (story) => matcherOf((await checkoutOf(story)).getSnapshot().children.payment),
  async 'passkey-registration'({ registration: part = {} }) {
    const actor = registrationFixture(part);
    actor.start();
    await sendEvents(actor, part.events);
    return matcherOf(actor);
  },
  ledger: async (story) => matcherOf(await ledgerOf(story)),
  activity: async (story) => matcherOf(await activityOf(story)),
  download: async (story) => {
    const list = story.activity === undefined ? await ledgerOf(story) : await activityOf(story);
    return matcherOf(list.getSnapshot().children.download);
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
  test('has an entry for every state, and no others', () => {
    expect(Object.keys(stateEntries[name]).sort()).toEqual(atomicStates(machines[name]).sort());
  });

  test('says which state looks the same, and why', () => {
    for (const entry of Object.values(stateEntries[name])) {
      if (!('sameAs' in entry)) continue;
      expect(stateEntries[entry.machine ?? name][entry.sameAs]).toHaveProperty('story');
      expect(entry.reason).toMatch(/\w.*\.$/);
    }
  });
});

const ofStates = screenEntries.flatMap(({ id, state, story }) =>
  state === null ? [] : [{ id, state, story }],
);

test.each(ofStates)('$id is in its state', async ({ state: { machine, path }, story }) => {
  const matches = await fixtures[machine](story);
  expect(matches(path)).toBe(true);
});

test('no two entries have the same name', () => {
  expect(new Set(screenEntries.map(({ id }) => id)).size).toBe(screenEntries.length);
});

test('every component of the design system is shown in the gallery', () => {
  expect(Object.keys(componentStories).sort()).toEqual([...componentNames].sort());
});
