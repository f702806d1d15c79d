import { expect } from '@playwright/test';
import { models } from '#tests/models/machines/index.ts';
import { walkOptions } from '#tests/models/options.ts';
import { wordsOf } from '#tests/models/paths.ts';
import type { Rehearsal } from '#tests/models/rehearse.ts';
import { chooseWalks } from './choose.ts';
import type { Manual } from './manual.ts';
import { manuals } from './manuals.ts';
import { test } from './test.ts';
import { walkThrough } from './walk-through.ts';
import { wander } from './wander.ts';

const { seed, screenWalks } = walkOptions();

test('every machine has a manual', () => {
  const nameOf = ({ name }: { readonly name: string }) => name;
  expect(manuals.map(({ model }) => nameOf(model))).toEqual(models.map(nameOf));
});

for (const manual of manuals) {
  const { model } = manual;
  const { walks, untaken } = await chooseWalks(manual);
  const seeds = Array.from({ length: screenWalks }, (_, index) => seed + index);
  const wanderings = await Promise.all(seeds.map((own) => wander(manual, own)));

  test.describe(model.name, () => {
    test('every transition is taken, or there is a reason', () => {
      expect(untaken, 'transitions without a gesture and without a reason').toEqual(
        Object.keys(manual.exempt),
      );
    });

    for (const [index, walk] of walks.entries()) walkTest(`${index + 1}`, manual, walk);
    for (const [index, walk] of wanderings.entries()) walkTest(`seed ${seeds[index]}`, manual, walk);
  });
}

function walkTest(name: string, manual: Manual, walk: Rehearsal): void {
  const words = wordsOf({ ...walk.path, stimuli: walk.steps.map(({ stimulus }) => stimulus) });
  test(`${name}: ${words}`, async ({ hands }, info) => {
    const taken = await walkThrough(manual, walk, hands);
    info.annotations.push({ type: `walked ${manual.model.name}`, description: JSON.stringify(taken) });
  });
}
