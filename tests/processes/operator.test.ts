import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { connectToPostgres, type Database } from '#server/store/database/database.ts';
import { openEmbeddedDatabase } from '#server/store/database/embedded.ts';
import { migrate } from '#server/store/database/migrate.ts';
import { makeStoreData } from '#tests/migrated-database.ts';
import { createDatabaseOnServer } from '#tests/postgres-database.ts';
import { storeProgram } from '#tests/store-program.ts';
import { listen } from '#tests/unit/store/support/loopback.ts';
import manifest from '../../package.json' with { type: 'json' };
import { makeDirectory } from '../../packages/local-services/test/serving.ts';

const { script, execArgv } = storeProgram('coffer');
const email = 'ada@example.com';
const directory = await makeDirectory(afterAll);
const server = await createDatabaseOnServer();
if (server === undefined) await makeStoreData(directory);
afterAll(() => server?.drop());

const openDatabase = (): Promise<Database> | Database =>
  server === undefined
    ? openEmbeddedDatabase(join(directory, 'store', 'postgres'))
    : connectToPostgres(server.url, () => undefined);
const place = () => (server === undefined ? { DATA_DIR: directory } : { DATABASE_URL: server.url });

const coffer = async (environment: Record<string, string>, typed: string, ...args: string[]) => {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [...execArgv, script, ...args], {
    env: { PATH, COFFER_OPERATOR: 'grace', ...environment },
  });
  child.stdin.end(typed);
  const [printed, complaints, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { exitCode, printed, complaints };
};

it('coffer --version prints the release’s version without any variables', async () => {
  const { exitCode, printed } = await coffer({}, '', '--version');
  expect({ exitCode, printed }).toEqual({ exitCode: 0, printed: `${manifest.version}\n` });
});

it.each([
  ['coffer', ['books']],
  ['main', ['migrate']],
] as const)('%s %s ends at once if DATABASE_URL lacks the password', async (name, args) => {
  // PostgreSQL's requests for SCRAM. Like PostgreSQL for a minute, this server then keeps the connection.
  const postgres = createServer((socket) => {
    const requests = ['R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0', 'R\0\0\0\x09\0\0\0\x0br'];
    socket.on('data', () => socket.write(requests.shift() ?? ''));
  });
  const { port, close } = await listen(postgres);
  const { script: program, execArgv: options } = storeProgram(name);
  const DATABASE_URL = `postgresql://ada@127.0.0.1:${port}/coffer?sslmode=disable`;
  const child = spawn(process.execPath, [...options, program, ...args], {
    env: { PATH: process.env['PATH'], DATABASE_URL },
  });
  const complaints = text(child.stderr);
  await once(child, 'exit');
  expect(await complaints).toMatch(/password must be a string/);
  await close();
});

it('the coffer command asks for confirmation and records the operator', { timeout: 120_000 }, async () => {
  const before = await openDatabase();
  await migrate(before);
  await before.query(
    `with customer as (
       insert into customers (customer_id, email, created_at) values ('ada', $1, now()) returning customer_id
     ) insert into accounts (customer_id) select customer_id from customer`,
    [email],
  );
  await before.close();

  const adjust = ['adjust', email, '25', '--reason', 'A late delivery', '--json'];
  const given = await coffer(place(), 'yes\n', ...adjust);
  const complaints = 'Give 25 credits to customer ada? Type yes to continue:\n';
  expect(given).toMatchObject({ exitCode: 0, complaints });
  expect(JSON.parse(given.printed)).toMatchObject({ customerId: 'ada', credits: 25, balance: 25 });
  const refused = await coffer(place(), '', ...adjust);
  expect(refused).toMatchObject({ exitCode: 1, complaints });
  expect(JSON.parse(refused.printed)).toMatchObject({ error: { message: 'Nothing was changed.' } });

  const after = await openDatabase();
  expect(await after.query('select operator, command, result from operator_actions')).toEqual([
    { operator: 'grace', command: 'adjust', result: 'adjusted' },
  ]);
  await after.close();
});
