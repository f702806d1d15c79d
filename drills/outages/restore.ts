/**
 * Restores the built store's database from a backup as in docs/deploy.md, on Debian's PostgreSQL or DATABASE_URL:
 * `npm run test:restore`. Fails if repeated calls lead to a wrong balance, if an event is missing or reuses an id, or
 * if `coffer reconcile` doesn't find the lost charge.
 */
import { deepStrictEqual, rejects } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { createCoffer } from '#coffer-client';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { send, type TestAttempt } from '#tests/kills/buyer.ts';
import { makeFolder } from '../shared/folders.ts';
import { provideServer } from '../shared/postgres.ts';
import { providePostgres } from '../shared/programs.ts';
import { step } from '../shared/step.ts';
import { startWorld } from './world.ts';

const product = { id: 'plus-1200', credits: 1_300 };
const processes = [0, 1];
const execute = promisify(execFile);

const keySchema = v.pipe(v.string(), v.parseJson(), v.object({ key: v.string() }));
const differenceSchema = v.object({ kind: v.string(), orderId: v.nullable(v.string()) });
/** The result of `coffer reconcile`, which exits with 1 if there are differences. */
const reconciledSchema = v.object({
  code: v.literal(1),
  stdout: v.pipe(v.string(), v.parseJson(), v.object({ differences: v.array(differenceSchema) })),
});

const disposables = createDisposableStack();
try {
  const server = await provideServer(disposables);
  const world = await startWorld(disposables, { processes: processes.length, customers: 1, server });
  const { fleet, gateway, databaseUrl, folder } = world;
  const [customer] = world.customers;
  if (customer === undefined) throw new Error('There is no customer.');
  const store = `http://127.0.0.1:${fleet.ports[0]}`;
  const name = new URL(databaseUrl).pathname.slice(1);
  const dump = join(await makeFolder(disposables, 'restore'), 'coffer.dump');

  const postgres = (program: string, ...args: string[]) => execute(join(providePostgres(), program), args);
  /** Runs a program, asynchronously because this process is also the gateway. */
  const run = async (...args: string[]): Promise<string> => {
    const env = {
      DATABASE_URL: databaseUrl,
      GATEWAY_URL: gateway.url,
      GATEWAY_SECURITY_KEY: gateway.securityKey,
      COFFER_OPERATOR: 'drill',
    };
    const { stdout, stderr } = await execute(process.execPath, args, { cwd: folder, env });
    deepStrictEqual(stderr, '');
    return stdout;
  };
  const coffer = (...args: string[]) => run('coffer.js', '--json', ...args);

  const buy = async (): Promise<string> => {
    const card = { payment_token: await gateway.newToken(), save_card: false };
    const attempt: TestAttempt = { key: crypto.randomUUID(), customer, product: product.id, card, told: [] };
    await send(store, attempt);
    deepStrictEqual(attempt.told, ['charged']);
    return attempt.key;
  };
  const { key } = v.parse(keySchema, await coffer('keys', 'add', 'drill', '--scopes', 'read,spend'));
  const merchant = createCoffer({ url: store, key });
  const idsAfter = async (after: string) => (await merchant.listEvents({ after })).map(({ id }) => id);
  const spendOf = (credits: number) => ({ id: crypto.randomUUID(), customerId: customer.id, credits });
  const [kept, lost] = [spendOf(100), spendOf(1_500)];

  const newestKept = await step('A backup is made after a purchase and a spend', async () => {
    await buy();
    await merchant.spend(kept);
    const [newest = ''] = (await idsAfter('0')).slice(-1);
    await postgres('pg_dump', '--format=custom', `--file=${dump}`, databaseUrl);
    return newest;
  });
  const { lostOrder, newestLost } = await step('A second purchase and spend miss the backup', async () => {
    const order = await buy();
    await merchant.spend(lost);
    return { lostOrder: order, newestLost: (await idsAfter(newestKept)).at(-1) ?? '' };
  });
  await step('The store fails and is restored from the backup', async () => {
    for (const index of processes) await fleet.kill(index);
    await postgres('dropdb', '--force', `--maintenance-db=${server}`, name);
    await postgres('createdb', '--encoding=UTF8', '--template=template0', `--maintenance-db=${server}`, name);
    await postgres('pg_restore', '--exit-on-error', `--dbname=${databaseUrl}`, dump);
    await run('main.js', 'migrate');
    await coffer('restored');
  });
  await step('reconcile finds the lost charge, the operator adds credits, and the store starts', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const reconciled: unknown = await coffer('reconcile', today).catch((error: unknown) => error);
    const { differences } = v.parse(reconciledSchema, reconciled).stdout;
    deepStrictEqual(differences, [{ kind: 'unknown-order', orderId: lostOrder }]);
    const reason = ['--reason', 'charged before the restore', '--yes'];
    await coffer('adjust', customer.id, String(product.credits), ...reason);
    for (const index of processes) await fleet.restart(index);
  });
  await step('The merchant retries both spends, and each counts once', async () => {
    for (const spend of [kept, lost, kept, lost]) await merchant.spend(spend);
    const { balance } = await merchant.readCustomer(customer.id);
    deepStrictEqual(balance, 2 * product.credits - kept.credits - lost.credits);
  });
  await step('Listing events fails with unknown-event only if it starts after a lost event', async () => {
    await buy();
    await rejects(merchant.listEvents({ after: newestLost }), { code: 'unknown-event' });
    const events = await merchant.listEvents({ after: newestKept });
    const types = events.map(({ id, type }) => (id > newestLost ? type : id));
    deepStrictEqual(types, ['grant.created', 'purchase.completed']);
  });
  await step('coffer books finds no errors', () => coffer('books'));
} finally {
  await disposables.disposeAsync();
}
