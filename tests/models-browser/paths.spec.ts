import { expect } from '@playwright/test';
import { transitionsOf } from '#tests/model-testing/coverage.ts';
import { randomPath, selectPaths } from '#tests/model-testing/select-paths.ts';
import { descriptionOf, pathOf, type TestPath } from '#tests/model-testing/test-model.ts';
import { testPath } from '#tests/model-testing/test-sut.ts';
import { models } from '#tests/models/machines/index.ts';
import { screenWalks, seed } from '#tests/seed.ts';
import type { AnyScreenSut } from './driver.ts';
import { closeToasts } from './held-toasts.ts';
import { exemptions, suts } from './suts.ts';
import { test } from './test.ts';

test('every machine is tested through its screens, in a browser or a simulated DOM', () => {
  expect(Object.keys(exemptions)).toEqual(models.map(({ name }) => name));
});

/** Minimum share of all machines' transitions that the paths must take. */
const requiredShare = 0.97;

test('path tests through screens exempt only a few percent of all machines’ transitions', () => {
  const all = models.flatMap(({ machine }) => transitionsOf(machine));
  // Each machine's own test checks that paths take all transitions that aren't exempt.
  const exempt = Object.values(exemptions).flatMap(Object.keys);
  expect(1 - exempt.length / all.length).toBeGreaterThanOrEqual(requiredShare);
});

const pathTest = (name: string, sut: AnyScreenSut, path: TestPath): void => {
  test(`${name}: ${descriptionOf(pathOf(path))}`, async ({ driver }) => {
    await testPath(sut, path, driver, {
      step: (title, body) => test.step(title, body),
      settle: ({ screens }) => closeToasts(screens),
    });
  });
};

for (const sut of suts) {
  const { paths, untaken } = await selectPaths(sut);
  const seeds = Array.from({ length: screenWalks }, (_, index) => seed + index);
  const randomPaths = await Promise.all(seeds.map((own) => randomPath(sut, own)));

  test.describe(sut.model.name, () => {
    test('has an exemption for every transition that no path takes', () => {
      expect(untaken, 'transitions without an executor and without a reason').toEqual(
        Object.keys(sut.exempt),
      );
    });

    for (const [index, path] of paths.entries()) pathTest(`${index + 1}`, sut, path);
    for (const [index, path] of randomPaths.entries()) pathTest(`seed ${seeds[index]}`, sut, path);
  });
}
