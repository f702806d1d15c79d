import type pg from 'pg';
import { expect, it } from 'vitest';
import type { Database } from '#server/store/database/database.ts';
import { checkServer, expectServer } from '#server/store/database/requirements.ts';
import { keepsSessions } from '#server/store/database/sessions.ts';

/** Returns a database whose server has these facts. */
const serverWith = (facts: object, more: Partial<Database> = {}): Database => ({
  query: async <Row>() => [{ version: 150_000, name: '15.0', isStandby: false, ...facts }] as Row[],
  transaction: () => expect.fail('There is no transaction.'),
  close: async () => undefined,
  ...more,
});

it.each([
  [
    serverWith({ version: 140_012, name: '14.12' }),
    'PostgreSQL 14.12 is too old: upgrade it to version 15 or newer.',
  ],
  [serverWith({}, { keepsSessions: async () => false }), 'set pool_mode = session in PgBouncer'],
  [
    serverWith(
      {},
      {
        query: () =>
          Promise.reject(Object.assign(new Error('role "coffer_store" does not exist'), { code: '28000' })),
      },
    ),
    /^DATABASE_URL: role "coffer_store" does not exist\. Correct the user and password, or create the role/,
  ],
  [
    serverWith({}, { query: () => Promise.reject(new Error('The server does not support SSL connections')) }),
    /^DATABASE_URL: The server does not support SSL connections$/,
  ],
])('the store does not start on a server that it cannot use: %#', async (database, message) => {
  await expect(expectServer(database)).rejects.toThrow(message);
});

it('a standby is not ready, but the store starts on it', async () => {
  const standby = serverWith({ isStandby: true });
  expect(await checkServer(standby)).toMatchObject({ reason: 'database-standby' });
  expect([await expectServer(standby), await expectServer(serverWith({}))]).toEqual([true, false]);
});

/** Returns a pool whose clients get their sessions from `choose`, by client and number of the statement. */
const poolOf = (choose: (client: number, statement: number) => number) => {
  let [clients, statements] = [0, 0];
  const connect = async (): Promise<pg.PoolClient> => {
    const client = clients;
    clients += 1;
    const query = async () => ({ rows: [{ pid: choose(client, statements++) }] });
    return Object.assign(Object.create(null), { processID: 100 + client, query, release: () => undefined });
  };
  return { connect, clients: () => clients };
};

it.each([
  ['the server itself', true, (client: number) => 100 + client],
  ['a pooler in session mode', true, (client: number) => 7 + client],
  ['a pooler that gives the session used last', false, () => 7],
  [
    'a pooler that takes turns between two sessions',
    false,
    (_: number, statement: number) => 7 + (statement % 2),
  ],
  [
    'a pooler that takes turns between three sessions',
    false,
    (_: number, statement: number) => 7 + (statement % 3),
  ],
] as const)('clients of %s keep their sessions: %s', async (_, isKept, choose) => {
  expect(await keepsSessions(poolOf(choose).connect)).toBe(isKept);
});
