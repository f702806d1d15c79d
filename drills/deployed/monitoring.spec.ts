import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { createExposition } from '#server/store/metrics/prometheus.ts';
import { readStoreState } from '#server/store/metrics/store-state.ts';
import { provideFiles } from '../shared/programs.ts';

const promtool = '/usr/bin/promtool';

/** Runs promtool. @returns its output and exit code: 3 if its linter complains */
const runPromtool = async (args: readonly string[], input = '') => {
  provideFiles(['prometheus'], promtool);
  const child = spawn(promtool, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  child.stdin.end(input);
  const output = [await text(child.stdout), await text(child.stderr)].join('');
  return { output, code: (await exited)[0] };
};

test('promtool accepts the rules and the metrics', async () => {
  const { meter, render } = createExposition();
  meter.requestAnswered({ method: 'GET', route: '/api/products', status: 200, seconds: 0.1 });
  meter.jobRan('recovery', true);
  const state = await readStoreState({ query: async () => [] });
  const connections = { total: 1, idle: 0, waiting: 0, max: 10 };
  const metrics = await render({ state, isReady: true, connections });
  expect(await runPromtool(['check', 'metrics'], metrics)).toEqual({ output: '', code: 0 });
  expect(await runPromtool(['check', 'rules', 'deploy/alerts.yml'])).toMatchObject({ code: 0 });
});

test('each alert about failures fires on the failures that it names, and on no others', async () => {
  expect(await runPromtool(['test', 'rules', 'drills/deployed/alerts.test.yml'])).toMatchObject({ code: 0 });
});
