import { expect, test } from 'vitest';
import { createStoreProcesses } from '#tests/kills/store-processes.ts';

test('a program that exits before it listens is reported, and not restarted', async () => {
  const stores = createStoreProcesses(2, {}, { script: 'main.js', execArgv: ['--version'] });
  const pids = stores.pids();
  await expect(stores.ready()).rejects.toThrow('main.js ended before it listened (exit code 0).');
  expect(stores.pids()).toEqual(pids);
  await stores.stop();
});
