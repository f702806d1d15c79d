import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInstrumenter } from '@stryker-mutator/instrumenter';
import { createInjector } from 'typed-inject';

const folders = ['contract', 'src/domain', 'src/services', 'src/app', 'server/store'];
const size = Number(process.env['MUTANTS'] ?? 220);
export const seed = Number(process.env['SEED'] ?? 20_261_127);

/** Returns a seeded generator of random numbers from 0 to 1 (mulberry32). */
const randomFrom = (start) => {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const silent = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };

const mutantsOf = async (names) => {
  const files = names.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const instrumenter = createInjector().provideValue('logger', silent).injectFunction(createInstrumenter);
  const { mutants } = await instrumenter.instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
    mutator: {},
  });
  return mutants;
};

const sources = execFileSync('git', ['ls-files', ...folders], { encoding: 'utf8' })
  .split('\n')
  .filter((name) => /(?<!\.css|\.d)\.tsx?$/.test(name));

const random = randomFrom(seed);
const pool = await mutantsOf(sources);
export const sample = Array.from(
  { length: size },
  () => pool.splice(Math.floor(random() * pool.length), 1)[0],
);

/** Returns a mutant's range in Stryker's notation, in which the first line is 1. */
export const rangeOf = ({ fileName, location: { start, end } }) =>
  `${fileName}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
