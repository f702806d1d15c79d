/**
 * Mutates each transition of each machine, and counts the mutants that the generated tests detect:
 * `npx tsx tests/models/mutants/main.ts [--invariants-only] [machine …]`. Fails below 98 %.
 */
import { readFile } from 'node:fs/promises';
import { pathsOf } from '#tests/model-testing/graph.ts';
import type { AnyTestModel, Path } from '#tests/model-testing/test-model.ts';
import { formatStep, runPath } from '#tests/model-testing/test-paths.ts';
import { prepareWalks } from '#tests/model-testing/walk.ts';
import { models } from '../machines/index.ts';
import { type Mutation, mutationsOf } from './mutations.ts';

const required = 0.98;
/** Whether to skip the tables of expected steps, so that only invariants and failing paths detect mutants. */
const invariantsOnly = process.argv.includes('--invariants-only');

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isChosen = ({ name }: AnyTestModel): boolean => names.length === 0 || names.includes(name);

const isKilled = async (
  model: AnyTestModel,
  mutation: Mutation,
  paths: readonly Path[],
  expected: ReadonlySet<string>,
): Promise<boolean> => {
  const begin = prepareWalks(model, mutation.apply);
  for (const path of paths) {
    const result = await runPath(model, begin, path).catch(() => null);
    if (result === null) return true;
    if (!invariantsOnly && result.steps.some((step) => !expected.has(formatStep(model, step)))) return true;
  }
  return false;
};

let killed = 0;
let all = 0;
for (const model of models.filter(isChosen)) {
  const table = await readFile(new URL(`../expected/${model.name}.txt`, import.meta.url), 'utf8');
  const expected = new Set(table.split('\n'));
  const paths = pathsOf(model);
  const survivors: string[] = [];
  const mutations = mutationsOf(model.machine);
  for (const mutation of mutations)
    if (!(await isKilled(model, mutation, paths, expected))) survivors.push(mutation.name);
  all += mutations.length;
  killed += mutations.length - survivors.length;
  console.log(`${model.name}: ${mutations.length - survivors.length} of ${mutations.length} mutants killed`);
  for (const name of survivors) console.log(`  survived: ${name}`);
}
const share = killed / all;
console.log(`${killed} of ${all} mutants killed (${(100 * share).toFixed(1)} %)`);
if (!invariantsOnly && share < required) process.exitCode = 1;
