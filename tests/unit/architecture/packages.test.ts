import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { importsBelow } from './imports.ts';

const manifestSchema = v.object({ dependencies: v.record(v.string(), v.string()) });

test('what the store imports is a dependency; all else is built into the site, or for development', async () => {
  const { dependencies } = v.parse(manifestSchema, JSON.parse(await readFile('package.json', 'utf8')));
  const imported = importsBelow('server/store', 'contract')
    .filter(({ to, isPackage, isTypeOnly }) => isPackage && !isTypeOnly && !to.startsWith('node:'))
    .map(({ to }) => to);
  expect(Object.keys(dependencies).toSorted()).toEqual([...new Set(imported)].toSorted());
});
