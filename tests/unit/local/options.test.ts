import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readOptions, StartError } from '#local/options.ts';

test('readOptions returns defaults', () => {
  expect(readOptions([], {})).toEqual({
    dev: false,
    fresh: false,
    dataDir: resolve('.data'),
    hostedUi: false,
    ports: { app: 5173, pool: 5174, store: 5175, gateway: 5176, console: 5177 },
    mailPort: 5178,
  });
});

test.each([
  ['7000', [7000, 7001, 7002, 9000, 7004]],
  ['0', [0, 0, 0, 9000, 0]],
])('PORT=%s sets every port except the gateway’s, which GATEWAY_PORT sets', (PORT, expected) => {
  expect(Object.values(readOptions([], { PORT, GATEWAY_PORT: '9000' }).ports)).toEqual(expected);
});

test('readOptions reads the arguments and DATA_DIR', () => {
  expect(readOptions(['--fresh', '--dev'], { DATA_DIR: '/tmp/elsewhere' })).toMatchObject({
    dev: true,
    fresh: true,
    dataDir: '/tmp/elsewhere',
  });
});

test.each([
  ['1', true],
  ['0', false],
  ['', false],
])('SANDBOX_HOSTED_UI=%s sets hostedUi to %s', (value, hostedUi) => {
  expect(readOptions([], { SANDBOX_HOSTED_UI: value }).hostedUi).toBe(hostedUi);
});

test.each([
  [['--frsh'], {}, 'Unknown argument --frsh. Use --dev or --fresh.'],
  [[], { PORT: 'http' }, 'PORT must be a port from 1 to 65535, or 0 for a free one.'],
  [[], { PORT: '65535' }, 'USER_POOL_PORT must be a port from 1 to 65535, or 0 for a free one.'],
  [[], { SANDBOX_HOSTED_UI: 'yes' }, 'SANDBOX_HOSTED_UI must be 1 or 0.'],
  [[], { STORE_PORT: '70000' }, 'STORE_PORT must be a port from 1 to 65535, or 0 for a free one.'],
])('the arguments %o with the variables %o are rejected with a one-line error', (args, env, message) => {
  expect(() => readOptions(args, env)).toThrow(new StartError(message));
});
