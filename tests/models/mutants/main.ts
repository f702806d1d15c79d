/**
 * Changes each transition of each machine in turn, and counts how many of these mutants the generated tests notice:
 * `npm run mutants [-- --promises-only]`. Ends with an error when fewer than 95 % are noticed.
 */
import { readFile } from 'node:fs/promises';
import { follow } from '../follow.ts';
import { models } from '../machines/index.ts';
import type { Model } from '../model.ts';
import { type Path, pathsOf } from '../paths.ts';
import { prepareWalks } from '../walk.ts';
import { type Mutation, mutationsOf } from './mutations.ts';

const required = 0.95;
/** Without the tables of expectations only the promises of the models and the shape of the paths can notice anything. */
const promisesOnly = process.argv.includes('--promises-only');

/** Whether any path through the original does not go through the mutant as expected. */
async function isNoticed(
  model: Model,
  mutation: Mutation,
  paths: readonly Path[],
  expected: ReadonlySet<string>,
): Promise<boolean> {
  const begin = prepareWalks(model, mutation.apply);
  for (const path of paths) {
    const followed = await follow(model, begin, path).catch(() => null);
    if (followed === null) return true;
    if (!promisesOnly && followed.lines.some((line) => !expected.has(line))) return true;
  }
  return false;
}

let noticed = 0;
let all = 0;
for (const model of models) {
  const table = await readFile(new URL(`../expected/${model.name}.txt`, import.meta.url), 'utf8');
  const expected = new Set(table.split('\n'));
  const paths = pathsOf(model);
  const survivors: string[] = [];
  const mutations = mutationsOf(model.machine);
  for (const mutation of mutations)
    if (!(await isNoticed(model, mutation, paths, expected))) survivors.push(mutation.name);
  all += mutations.length;
  noticed += mutations.length - survivors.length;
  console.log(`${model.name}: ${mutations.length - survivors.length} of ${mutations.length} mutants noticed`);
  for (const name of survivors) console.log(`  not noticed: ${name}`);
}
const share = noticed / all;
console.log(`${noticed} of ${all} mutants noticed (${(100 * share).toFixed(1)} %)`);
if (!promisesOnly && share < required) process.exitCode = 1;
