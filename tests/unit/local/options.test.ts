import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readOptions, StartError } from '#local/options.ts';

test('without anything told', () => {
  expect(readOptions([], {})).toEqual({
    dev: false,
    fresh: false,
    dataDir: resolve('.data'),
    hostedUi: false,
    ports: { app: 5173, pool: 5174, store: 5175, gateway: 5176, console: 5177 },
  });
});

test('PORT moves all, a variable of its own moves one', () => {
  expect(readOptions([], { PORT: '7000', GATEWAY_PORT: '9000' }).ports).toEqual({
    app: 7000,
    pool: 7001,
    store: 7002,
    gateway: 9000,
    console: 7004,
  });
});

test('PORT 0 lets each service take a free one', () => {
  expect(readOptions([], { PORT: '0', GATEWAY_PORT: '9000' }).ports).toEqual({
    app: 0,
    pool: 0,
    store: 0,
    gateway: 9000,
    console: 0,
  });
});

test('arguments and the data directory', () => {
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
])('SANDBOX_HOSTED_UI=%s', (value, hostedUi) => {
  expect(readOptions([], { SANDBOX_HOSTED_UI: value }).hostedUi).toBe(hostedUi);
});

test.each([
  [['--frsh'], {}, 'Unknown argument --frsh. There are --dev and --fresh.'],
  [[], { PORT: 'http' }, 'PORT must be a port from 1 to 65535, or 0 for a free one.'],
  [[], { PORT: '65535' }, 'USER_POOL_PORT must be a port from 1 to 65535, or 0 for a free one.'],
  [[], { SANDBOX_HOSTED_UI: 'yes' }, 'SANDBOX_HOSTED_UI must be 1 or 0.'],
  [[], { STORE_PORT: '70000' }, 'STORE_PORT must be a port from 1 to 65535, or 0 for a free one.'],
])('%o with %o is refused in one line', (args, env, message) => {
  expect(() => readOptions(args, env)).toThrow(new StartError(message));
});
