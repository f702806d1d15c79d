import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { importsBelow } from './imports.ts';

const lockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({ optionalDependencies: v.optional(v.record(v.string(), v.string()), {}) }),
  ),
});

test('the lock file lists the packages of every platform, as npm ci requires', async () => {
  const { packages } = v.parse(lockSchema, JSON.parse(await readFile('package-lock.json', 'utf8')));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages || `${path}/node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});

const manifestSchema = v.object({ dependencies: v.record(v.string(), v.string()) });

test('package.json’s dependencies are exactly the packages that the store imports', async () => {
  const { dependencies } = v.parse(manifestSchema, JSON.parse(await readFile('package.json', 'utf8')));
  const imported = importsBelow('server/store', 'contract')
    .filter(({ to, isPackage, isTypeOnly }) => isPackage && !isTypeOnly && !to.startsWith('node:'))
    .map(({ to }) => to);
  expect(Object.keys(dependencies).toSorted()).toEqual([...new Set(imported)].toSorted());
});
