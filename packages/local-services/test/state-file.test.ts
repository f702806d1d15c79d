import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { openStateFile } from '../src/state-file.ts';
import { makeDirectory } from './serving.ts';

const schema = v.strictObject({ numbers: v.array(v.number()) });

const newPath = async () => join(await makeDirectory(), 'made', 'state.json');

/** Opens a state file that saves `numbers`, and adds the numbers that the file already contains. */
const openNumbers = async (path: string, numbers: number[] = []) => {
  const file = await openStateFile(path, schema, () => ({ numbers }));
  numbers.push(...(file.found?.numbers ?? []));
  return { ...file, numbers };
};

const readNumbers = async (path: string) => v.parse(schema, JSON.parse(await readFile(path, 'utf8'))).numbers;

test('a saved state is on disk, and is loaded when the file is opened again', async () => {
  const path = await newPath();
  const first = await openNumbers(path);
  expect(first.found).toBeUndefined();
  first.numbers.push(1, 2);
  await first.save();
  expect(await readNumbers(path)).toEqual([1, 2]);

  expect((await openNumbers(path)).found).toEqual({ numbers: [1, 2] });
  expect(await readdir(dirname(path))).toEqual(['state.json']);
});

test('saves during a write share the next write, which includes every change', async () => {
  const path = await newPath();
  let snapshots = 0;
  const numbers: number[] = [];
  const file = await openStateFile(path, schema, () => {
    snapshots += 1;
    return { numbers };
  });
  const add = async (number: number) => {
    numbers.push(number);
    await file.save();
    expect(await readNumbers(path)).toContain(number);
  };
  const first = add(0);
  await expect.poll(() => snapshots).toBe(1);
  await Promise.all([first, ...Array.from({ length: 50 }, (_, index) => add(index + 1))]);
  expect(snapshots).toBe(2);
  expect(await readNumbers(path)).toHaveLength(51);
});

test('closing a state file waits for pending writes', async () => {
  const path = await newPath();
  const file = await openNumbers(path, [7]);
  void file.save();
  await file.close();
  expect(await readNumbers(path)).toEqual([7]);
});

test.each(['', '{"numbers":[1', '{"numbers":["1"]}', '{}'])(
  'a state file with the contents %j is reported as damaged and left unchanged',
  async (text) => {
    const path = await newPath();
    await mkdir(dirname(path));
    await writeFile(path, text);
    await expect(openNumbers(path)).rejects.toThrow(`The state file ${path} is damaged`);
    expect(await readFile(path, 'utf8')).toBe(text);
  },
);

test('a failed save rejects, and the next save writes everything', async () => {
  const path = await newPath();
  const file = await openNumbers(path);
  await rm(dirname(path), { recursive: true });
  file.numbers.push(1);
  await expect(file.save()).rejects.toThrow('ENOENT');
  await mkdir(dirname(path));
  file.numbers.push(2);
  await file.save();
  expect(await readNumbers(path)).toEqual([1, 2]);
});

test('only the owner can read the state file', async () => {
  const path = await newPath();
  const file = await openNumbers(path);
  await file.save();
  await chmod(path, 0o644);
  await file.save();
  const { mode } = await stat(path);
  expect(mode & 0o777).toBe(0o600);
});
