import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type StoreSupervisor, superviseStore } from '#local/store-supervisor.ts';
import { makeDirectory } from '../../packages/local-services/test/serving.ts';
import { startLocalGateway } from '../local-gateway.ts';
import { makeStoreData } from '../migrated-database.ts';
import { paymentRequest } from '../unit/store/support/payment-requests.ts';
import { servicesOf, startUserPool } from '../unit/store/support/user-pool.ts';

const program = fileURLToPath(new URL('../../local/coffer.ts', import.meta.url));
const customer = crypto.randomUUID();
const email = 'ada@example.com';
const { PATH } = process.env;
const directory = await makeDirectory(afterAll);
const socket = join(directory, 'coffer.sock');
const [gateway, pool] = await Promise.all([startLocalGateway(), startUserPool(), makeStoreData(directory)]);
pool.attributes.set(customer, { email });
let store: StoreSupervisor;
const api = () => `http://127.0.0.1:${store.port()}/api`;
const authorization = `Bearer ${await pool.accessToken(customer)}`;
beforeEach(async () => {
  store = superviseStore({
    environment: { PATH, DATA_DIR: directory, ...servicesOf(pool, gateway) },
    logFile: join(directory, 'store.log'),
    onRestartLimit: () => undefined,
  });
  await store.started();
  await fetch(`${api()}/auth/profile`, { headers: { authorization } });
});
afterEach(() => store.stop());
afterAll(() => Promise.all([gateway.close(), pool.close()]));

const start = (...args: string[]) => {
  const env = { PATH, DATA_DIR: directory, COFFER_OPERATOR: 'grace' };
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], { env });
  const output = [text(child.stdout), text(child.stderr)] as const;
  const ended = Promise.all([once(child, 'exit'), ...output]).then(([[exitCode], printed, complaints]) => ({
    exitCode,
    printed,
    complaints,
  }));
  return { child, ended, asked: once(child.stderr, 'data') };
};
const coffer = (typed: string, ...args: string[]) => {
  const { child, ended } = start(...args);
  child.stdin.end(typed);
  return ended;
};
const adjust = ['adjust', email, '5', '--reason', 'A late delivery', '--json'];

it('coffer refunds a purchase through the running local store', { timeout: 60_000 }, async () => {
  const order = crypto.randomUUID();
  const paid = await fetch(`${api()}/checkout/process-payment-token`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': order },
    body: JSON.stringify(paymentRequest({ payment_token: await gateway.newToken() })),
  });
  expect(paid.status).toBe(200);
  expect(statSync(socket).mode & 0o777).toBe(0o600);
  const [refunded, audit] = await Promise.all([
    coffer('yes\n', 'refund', order),
    coffer('', 'audit', '--customer', 'unknown', '--json'),
  ]);
  expect(refunded).toEqual({
    exitCode: 0,
    printed: 'The void of $10.00 is done and booked.\n',
    complaints: expect.stringMatching(
      /^Refund \$10\.00 of \$10\.00 to the card, .* Type yes to continue:\n$/,
    ),
  });
  expect(audit).toMatchObject({ exitCode: 1, complaints: '' });
  expect(gateway.gateway.transactions(order)).toMatchObject([{ actions: [{}, { type: 'void' }] }]);
});

it('coffer changes nothing if the operator leaves or the store stops at the question', {
  timeout: 60_000,
}, async () => {
  const left = start(...adjust);
  await left.asked;
  left.child.kill('SIGINT');
  await left.ended;

  const interrupted = start(...adjust);
  await interrupted.asked;
  await store.crash();
  const { exitCode, printed } = await interrupted.ended;
  expect(exitCode).toBe(3);
  expect(JSON.parse(printed).error).toMatchObject({ code: 'unavailable', exitCode });

  // The killed process left its socket, which the next one replaces.
  await vi.waitUntil(() => store.port() !== undefined, { timeout: 20_000 });
  expect(JSON.parse((await coffer('yes\n', ...adjust)).printed)).toMatchObject({ balance: 5 });
  const { actions } = JSON.parse((await coffer('', 'audit', '--json')).printed);
  const adjusted = actions.filter(({ command }: { command: string }) => command === 'adjust');
  expect(adjusted).toMatchObject([{ operator: 'grace', result: 'adjusted' }]);
});

it('coffer opens the database itself while no store runs', { timeout: 60_000 }, async () => {
  await store.stop();
  expect(existsSync(socket)).toBe(false);
  const { printed } = await coffer('', 'customer', email, '--json');
  expect(JSON.parse(printed)).toMatchObject({ customer: { id: customer, email } });
});
