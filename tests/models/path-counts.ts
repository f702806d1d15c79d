import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';

export type PathCounts = Readonly<Record<string, number>>;

const countsSchema = v.record(v.string(), v.number());

const fileOf = (machine: string): string => `test-results/models/${machine}.json`;

/** The report after the browser run reads these counts. */
export const saveCounts = async (machine: string, counts: PathCounts): Promise<void> => {
  const file = fileOf(machine);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(counts, null, 2));
};

/** The counts of the last run without a browser, or null. */
export const readCounts = async (machine: string): Promise<PathCounts | null> => {
  const text = await readFile(fileOf(machine), 'utf8').catch(() => null);
  return text === null ? null : v.parse(countsSchema, JSON.parse(text));
};
