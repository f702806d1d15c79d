import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { expect, test } from 'vitest';

const lockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({ optionalDependencies: v.optional(v.record(v.string(), v.string()), {}) }),
  ),
});

test('the lock file names the packages of every platform, or npm ci refuses it', async () => {
  const { packages } = v.parse(lockSchema, JSON.parse(await readFile('package-lock.json', 'utf8')));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages || `${path}/node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});
