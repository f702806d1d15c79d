import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { chartOf, statesIn } from '#devtools/chart.ts';
import { machines } from '#devtools/machines.ts';
import { componentStories } from '#gallery/components/component-stories.tsx';
import { machineNames, screenEntries, stateEntries } from '#gallery/entries.ts';
import { componentNames } from '#tests/gallery/gallery.ts';

const atomicStates = (machine: AnyStateMachine): string[] =>
  statesIn(chartOf(machine))
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(({ id }) => id.slice(machine.id.length + 1));

describe.each(machineNames)('the gallery of %s', (name) => {
  test('has an entry for every state, and no other entries', () => {
    expect(Object.keys(stateEntries[name]).sort()).toEqual(atomicStates(machines[name]).sort());
  });

  test('points each state that looks like another state to that state, with a reason', () => {
    for (const entry of Object.values(stateEntries[name])) {
      if (!('sameAs' in entry)) continue;
      expect(stateEntries[entry.machine ?? name][entry.sameAs]).toHaveProperty('story');
      expect(entry.reason).toMatch(/\w.*\.$/);
    }
  });
});

test('no two gallery entries have the same id', () => {
  expect(new Set(screenEntries.map(({ id }) => id)).size).toBe(screenEntries.length);
});

test('every component of the design system is shown in the gallery', () => {
  expect(Object.keys(componentStories).sort()).toEqual([...componentNames].sort());
});
