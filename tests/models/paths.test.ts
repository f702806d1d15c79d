import { describe, expect, it } from 'vitest';
import { propertyTest } from '#tests/model-testing/property-test.ts';
import { formatStep, testPaths } from '#tests/model-testing/test-paths.ts';
import { seed, walks } from '../seed.ts';
import { models } from './machines/index.ts';

describe.each(models)('the paths through $name', (model) => {
  it('keep the invariants, match the expected steps and take every transition', async () => {
    const { coverage, results } = await testPaths(model);
    expect(
      coverage.transitions.uncovered,
      'transitions that no path takes: give the model what leads there',
    ).toEqual([]);
    const lines = new Set(results.flatMap(({ steps }) => steps.map((step) => formatStep(model, step))));
    await expect(`${[...lines].sort().join('\n')}\n`).toMatchFileSnapshot(`expected/${model.name}.txt`);
  });
});

const timeLimitMs = 600_000;

describe.each(models)('random walks through $name', (model) => {
  it(`keep the invariants (SEED=${seed})`, { timeout: timeLimitMs }, () =>
    propertyTest(model, { numRuns: walks, maxCommands: 60 }),
  );
});
