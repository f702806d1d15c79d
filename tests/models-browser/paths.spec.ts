import { expect } from '@playwright/test';
import { transitionsOf } from '#tests/model-testing/coverage.ts';
import { randomPath, selectPaths } from '#tests/model-testing/select-paths.ts';
import { descriptionOf, pathOf, type TestPath } from '#tests/model-testing/test-model.ts';
import { testPath } from '#tests/model-testing/test-sut.ts';
import { models } from '#tests/models/machines/index.ts';
import { screenWalks, seed } from '#tests/seed.ts';
import { closeToasts } from './held-toasts.ts';
import type { AnyScreenSut } from './sut.ts';
import { suts } from './suts.ts';
import { test } from './test.ts';

test('every machine has a browser test model', () => {
  const nameOf = ({ name }: { readonly name: string }) => name;
  expect(suts.map(({ model }) => nameOf(model))).toEqual(models.map(nameOf));
});

const pathTest = (name: string, sut: AnyScreenSut, path: TestPath): void => {
  test(`${name}: ${descriptionOf(pathOf(path))}`, async ({ driver }, info) => {
    const taken = await testPath(sut, path, driver, {
      step: (title, body) => test.step(title, body),
      settle: ({ screens }) => closeToasts(screens),
    });
    info.annotations.push({ type: `walked ${sut.model.name}`, description: JSON.stringify(taken) });
  });
};

/** The share of all machines' transitions that the paths must take. Exempt ones count as not taken. */
const requiredShare = 0.97;
let all = 0;
let walked = 0;

for (const sut of suts) {
  const { paths, untaken } = await selectPaths(sut);
  const count = transitionsOf(sut.model.machine).length;
  all += count;
  walked += count - untaken.length;
  const seeds = Array.from({ length: screenWalks }, (_, index) => seed + index);
  const randomPaths = await Promise.all(seeds.map((own) => randomPath(sut, own)));

  test.describe(sut.model.name, () => {
    test('every transition is taken, or there is a reason', () => {
      expect(untaken, 'transitions without an executor and without a reason').toEqual(
        Object.keys(sut.exempt),
      );
    });

    for (const [index, path] of paths.entries()) pathTest(`${index + 1}`, sut, path);
    for (const [index, path] of randomPaths.entries()) pathTest(`seed ${seeds[index]}`, sut, path);
  });
}

test('the paths of all machines take most transitions', () => {
  expect(walked / all).toBeGreaterThanOrEqual(requiredShare);
});
