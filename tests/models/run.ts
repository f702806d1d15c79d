/**
 * Walks the machines, by themselves and then through the browser: `npm run test:models [-- --seed N --walks M]`. With a
 * seed the random walks are others, with a number there are as many; further arguments go to the programs that run
 * the tests.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values, tokens } = parseArgs({
  options: { seed: { type: 'string' }, walks: { type: 'string' } },
  strict: false,
  tokens: true,
});
const { seed, walks } = values;
const options = {
  ...(typeof seed === 'string' && { SEED: seed }),
  ...(typeof walks === 'string' && { MODEL_WALKS: walks }),
};
const others = tokens.flatMap((token) => {
  if (token.kind === 'positional') return [token.value];
  if (token.kind !== 'option' || token.name === 'seed' || token.name === 'walks') return [];
  return [token.value === undefined ? token.rawName : `${token.rawName}=${token.value}`];
});

const run = (part: string): boolean => {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'tests/run.ts', part, ...others], {
    stdio: 'inherit',
    env: { ...process.env, ...options },
  });
  return status === 0;
};

// The browser's run is reported together with the record of the one before it.
if (!run('models') || !run('models-browser')) process.exitCode = 1;
