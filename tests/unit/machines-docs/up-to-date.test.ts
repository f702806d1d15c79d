import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { machineDocuments } from '../../../build/machines/documents.ts';

const documents = await machineDocuments();

test.each([...documents])('%s says what the machines are', async (path, text) => {
  const written = await readFile(path, 'utf8').catch(() => '');
  expect(written === text, `${path} is out of date: run \`npm run machines\``).toBe(true);
});

test('a definition reads back as the machine that it was written from', () => {
  const definitions = [...documents].filter(([path]) => path.endsWith('.json'));
  expect(definitions.length).toBeGreaterThanOrEqual(3);
  for (const [path, text] of definitions)
    expect(v.parse(v.object({ id: v.string() }), JSON.parse(text))).toEqual({
      id: /([\w-]+)\.json$/.exec(path)?.[1],
    });
});
