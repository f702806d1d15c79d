import { expect } from '@playwright/test';
import { models } from '#tests/models/machines/index.ts';
import { descriptionOf } from '#tests/models/paths.ts';
import { pathOf, type TestPath } from '#tests/models/test-path.ts';
import { screenWalks, seed } from '#tests/seed.ts';
import type { AnyBrowserTestModel } from './browser-test-model.ts';
import { browserTestModels } from './browser-test-models.ts';
import { executePath } from './execute-path.ts';
import { randomPath } from './random-path.ts';
import { selectPaths } from './select-paths.ts';
import { test } from './test.ts';

test('every machine has a browser test model', () => {
  const nameOf = ({ name }: { readonly name: string }) => name;
  expect(browserTestModels.map(({ model }) => nameOf(model))).toEqual(models.map(nameOf));
});

const pathTest = (name: string, testModel: AnyBrowserTestModel, path: TestPath): void => {
  test(`${name}: ${descriptionOf(pathOf(path))}`, async ({ driver }, info) => {
    const taken = await executePath(testModel, path, driver);
    info.annotations.push({ type: `walked ${testModel.model.name}`, description: JSON.stringify(taken) });
  });
};

for (const testModel of browserTestModels) {
  const { paths, untaken } = await selectPaths(testModel);
  const seeds = Array.from({ length: screenWalks }, (_, index) => seed + index);
  const randomPaths = await Promise.all(seeds.map((own) => randomPath(testModel, own)));

  test.describe(testModel.model.name, () => {
    test('every transition is taken, or there is a reason', () => {
      expect(untaken, 'transitions without an executor and without a reason').toEqual(
        Object.keys(testModel.exempt),
      );
    });

    for (const [index, path] of paths.entries()) pathTest(`${index + 1}`, testModel, path);
    for (const [index, path] of randomPaths.entries()) pathTest(`seed ${seeds[index]}`, testModel, path);
  });
}
