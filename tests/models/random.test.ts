import { describe, it } from 'vitest';
import { propertyTest } from '#tests/model-testing/property-test.ts';
import { seed, walks } from '../seed.ts';
import { models } from './machines/index.ts';

const timeLimitMs = 600_000;

describe.each(models)('random walks through $name', (model) => {
  it(`keep its invariants (SEED=${seed})`, { timeout: timeLimitMs }, () =>
    propertyTest(model, { numRuns: walks, maxCommands: 60 }),
  );
});
