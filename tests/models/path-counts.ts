import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';

/** By the name of a transition, how many paths of a run took it. */
export type PathCounts = Readonly<Record<string, number>>;

const countsSchema = v.record(v.string(), v.number());

const fileOf = (machine: string): string => `test-results/models/${machine}.json`;

/** How many of these paths took each transition; each path is the names that it took. */
export const countPaths = (paths: Iterable<Iterable<string>>): PathCounts => {
  const counts: Record<string, number> = {};
  for (const path of paths) for (const name of new Set(path)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

/** Saves what a run at the actor has counted, for the report that is written after the browser's run. */
export const saveCounts = async (machine: string, counts: PathCounts): Promise<void> => {
  const file = fileOf(machine);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(counts, null, 2));
};

/** The counts of the last run at the actor; null when there was none. */
export const readCounts = async (machine: string): Promise<PathCounts | null> => {
  const text = await readFile(fileOf(machine), 'utf8').catch(() => null);
  return text === null ? null : v.parse(countsSchema, JSON.parse(text));
};
