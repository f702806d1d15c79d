import { expect } from '@playwright/test';
import { wordsOf } from '#tests/models/paths.ts';
import { chooseWalks } from './choose.ts';
import { manuals } from './manuals.ts';
import { test } from './test.ts';
import { walkThrough } from './walk-through.ts';

for (const manual of manuals) {
  const { name } = manual.model;
  const { walks, untaken } = await chooseWalks(manual);

  test.describe(name, () => {
    test('every transition is taken, or there is a reason', () => {
      expect(untaken, 'transitions without a gesture and without a reason').toEqual(
        Object.keys(manual.exempt),
      );
    });

    for (const [index, walk] of walks.entries())
      test(`${index + 1}: ${wordsOf({ ...walk.path, stimuli: walk.steps.map(({ stimulus }) => stimulus) })}`, async ({
        hands,
      }, info) => {
        const taken = await walkThrough(manual, walk, hands);
        info.annotations.push({ type: `walked ${name}`, description: JSON.stringify(taken) });
      });
  });
}
