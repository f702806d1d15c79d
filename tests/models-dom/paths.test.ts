// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished } from 'vitest';
import { transitionsOf } from '#tests/model-testing/coverage.ts';
import { randomPath, selectPaths } from '#tests/model-testing/select-paths.ts';
import { descriptionOf, pathOf, type TestPath } from '#tests/model-testing/test-model.ts';
import { testPath } from '#tests/model-testing/test-sut.ts';
import { screenWalks, seed } from '#tests/seed.ts';
import { isolateCustomers } from '#tests/unit/app/customers.ts';
import { activitySut } from './activity.ts';
import { downloadSut } from './download.ts';
import { type AnyDomSut, createDriver } from './driver.ts';
import { ledgerSut } from './ledger.ts';

isolateCustomers();

const suts: readonly AnyDomSut[] = [ledgerSut, activitySut, downloadSut];

for (const sut of suts) {
  const { name, machine } = sut.model;
  const selections = await Promise.all(
    Object.entries(sut.model.starts).map(([start, input]) =>
      selectPaths({ ...sut, model: { ...sut.model, starts: { [start]: input } } }),
    ),
  );
  const paths = selections.flatMap((selection) => selection.paths);
  const seeds = Array.from({ length: screenWalks }, (_, index) => seed + index);
  const randomPaths = await Promise.all(seeds.map((own) => randomPath(sut, own)));

  describe(`the screens of ${name}`, () => {
    it('take every transition that is not listed as exempt', () => {
      const untaken = transitionsOf(machine).filter((transition) =>
        selections.every((selection) => selection.untaken.includes(transition.name)),
      );
      expect(untaken.map((transition) => transition.name)).toEqual(Object.keys(sut.exempt));
    });

    const follow = (title: string, path: TestPath): void => {
      it(`follow ${title}: ${descriptionOf(pathOf(path))}`, async () => {
        const driver = await createDriver();
        onTestFinished(driver.end);
        await testPath(sut, path, driver, { step: (_, body) => body(), settle: async () => undefined });
      });
    };
    for (const [index, path] of paths.entries()) follow(`path ${index + 1}`, path);
    for (const [index, path] of randomPaths.entries()) follow(`SEED=${seeds[index]}`, path);
  });
}
