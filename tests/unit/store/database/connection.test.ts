import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCertificate } from '#drills/shared/certificate.ts';
import {
  answerMarginMs,
  connectToPostgres,
  defaultPostgresLimits,
  isDatabaseUnavailable,
  type PooledDatabase,
} from '#server/store/database/database.ts';
import { readTls } from '#server/store/database/tls.ts';
import { makeDirectory } from '../../../../packages/local-services/test/serving.ts';
import { type FakePostgres, startFakePostgres } from '../support/fake-postgres.ts';

const directory = await makeDirectory(afterAll);
const [certificate, other] = await Promise.all([createCertificate(), createCertificate()]);
const [encrypted, plain] = await Promise.all([startFakePostgres(certificate), startFakePostgres()]);
const [trusted, foreign] = [join(directory, 'trusted.pem'), join(directory, 'foreign.pem')];
await Promise.all([writeFile(trusted, certificate.cert), writeFile(foreign, other.cert)]);
afterAll(() => Promise.all([encrypted.close(), plain.close()]));

/** Connects to the server until the end of the test. */
const connect = (
  server: FakePostgres,
  parameters = '',
  limits = defaultPostgresLimits,
  host = '127.0.0.1',
) => {
  const url = `postgresql://coffer@${host}:${server.port}/coffer?${parameters}`;
  const database = connectToPostgres(url, () => undefined, limits);
  onTestFinished(() => database.close());
  return database;
};
const connectTo = async (server: FakePostgres, parameters: string, host: string) => {
  await connect(server, parameters, defaultPostgresLimits, host).query('select 1');
  return server.startups.at(-1);
};

describe('sslmode', () => {
  it.each([
    ['disable', 'encrypted', '127.0.0.1', false],
    ['prefer', 'encrypted', '127.0.0.1', true],
    ['prefer', 'plain', '127.0.0.1', false],
    ['require', 'encrypted', '127.0.0.1', true],
    ['require&sslrootcert=trusted', 'encrypted', '127.0.0.1', true],
    ['verify-ca&sslrootcert=trusted', 'encrypted', '127.0.0.1', true],
    ['verify-full&sslrootcert=trusted', 'encrypted', 'localhost', true],
  ] as const)('%s accepts a server that is %s, at %s', async (mode, kind, host, isEncrypted) => {
    const server = kind === 'plain' ? plain : encrypted;
    expect(await connectTo(server, `sslmode=${mode.replace('trusted', trusted)}`, host)).toMatchObject({
      isEncrypted,
    });
  });

  it.each([
    ['require', 'plain', '127.0.0.1', /does not support SSL/],
    ['require&sslrootcert=foreign', 'encrypted', '127.0.0.1', /self-signed/],
    ['verify-ca&sslrootcert=foreign', 'encrypted', 'localhost', /self-signed/],
    ['verify-full&sslrootcert=foreign', 'encrypted', 'localhost', /self-signed/],
    ['verify-full', 'encrypted', 'localhost', /self-signed/],
    ['verify-full&sslrootcert=trusted', 'encrypted', '127.0.0.1', /does not match certificate/],
  ] as const)('%s rejects a server that is %s, at %s', async (mode, kind, host, reason) => {
    const server = kind === 'plain' ? plain : encrypted;
    const parameters = mode.replace('trusted', trusted).replace('foreign', foreign);
    await expect(connectTo(server, `sslmode=${parameters}`, host)).rejects.toThrow(reason);
  });

  it.each([
    ['sslmode=no-verify', 'sslmode is not one of disable, prefer, require, verify-ca, verify-full.'],
    ['sslmode=verify-ca', 'sslmode=verify-ca needs sslrootcert, a file of certificates.'],
    ['sslmode=require&sslrootcert=system', 'sslrootcert=system needs sslmode=verify-full.'],
    ['sslmode=verify-full&sslrootcert=/none.pem', 'The file that sslrootcert names cannot be read (ENOENT).'],
  ])('is rejected in %s with a one-line error', (parameters, message) => {
    expect(() => readTls(new URL(`postgresql://db.example.com/coffer?${parameters}`))).toThrow(message);
  });

  it('defaults to prefer, or to disable for a local server', () => {
    const said = (url: string) => readTls(new URL(url));
    expect(said('postgresql://db.example.com/coffer')).toMatchObject({ isOptional: true });
    expect(said('postgresql://localhost/coffer')).toEqual({ ssl: false, isOptional: false });
    expect(said('postgresql:///coffer?host=/run/postgresql')).toEqual({ ssl: false, isOptional: false });
    expect(said('postgresql://db.example.com/coffer?sslrootcert=system')).toEqual({
      ssl: {},
      isOptional: false,
    });
  });
});

describe('a database connection', () => {
  it('sets its limits and its isolation level with a statement, because PgBouncer refuses them at startup', async () => {
    const limits = { ...defaultPostgresLimits, statementTimeoutMs: 7_000, idleInTransactionTimeoutMs: 3_000 };
    await connect(plain, 'options=-c%20jit%3Doff', limits).query('select 1');
    expect(Object.fromEntries(plain.startups.at(-1)?.parameters ?? [])).toEqual({
      user: 'coffer',
      database: 'coffer',
      client_encoding: 'UTF8',
      application_name: 'coffer-store',
      options: '-c jit=off',
    });
    const [entering = '', query] = plain.queries.slice(-2);
    expect(query).toBe('select 1');
    for (const setting of [
      "'statement_timeout', '7000'",
      "'idle_in_transaction_session_timeout', '3000'",
      "'default_transaction_isolation', 'read committed'",
      "'DateStyle', 'ISO'",
      "'tcp_keepalives_idle', '5'",
    ])
      expect(entering).toContain(`set_config(${setting}, false)`);
  });

  it('comes from a pool of the configured size', async () => {
    const before = plain.startups.length;
    const database = connect(plain, '', { ...defaultPostgresLimits, poolSize: 2 });
    const queries = Promise.all([1, 2, 3, 4, 5].map(() => database.query('select 1')));
    expect(database.connections()).toEqual({ total: 2, idle: 0, waiting: 3, max: 2 });
    await queries;
    expect(database.connections()).toEqual({ total: 2, idle: 2, waiting: 0, max: 2 });
    expect(plain.startups.length - before).toBe(2);
  });
});

describe('the connection to a failing server', () => {
  const insert = 'insert into elsewhere values (1)';
  afterEach(() => plain.faults.clear());

  it('is closed with a retryable error if the server is now a standby', async () => {
    plain.faults.set(insert, '25006');
    const database = connect(plain);
    const before = plain.startups.length;
    for (const write of [
      () => database.query(insert),
      () => database.transaction((transaction) => transaction.query(insert)),
    ]) {
      const error = await write().catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: '25006' });
      expect(isDatabaseUnavailable(error)).toBe(true);
      expect(database.connections()).toMatchObject({ total: 0 });
    }
    expect(plain.startups.length - before).toBe(2);
  });

  it('fails the statement, not the process, if the server stops during a statement', async () => {
    plain.faults.set(insert, 'cut');
    const database = connect(plain);
    const error = await database
      .transaction((transaction) => transaction.query(insert))
      .catch((caught: unknown) => caught);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(database.connections()).toMatchObject({ total: 0 });
  });

  it('stays open if the server rejects a statement for another reason', async () => {
    plain.faults.set(insert, '23505');
    const database = connect(plain);
    const error = await database.query(insert).catch((caught: unknown) => caught);
    expect(isDatabaseUnavailable(error)).toBe(false);
    expect(database.connections()).toMatchObject({ total: 1, idle: 1 });
  });

  it('is given up if PgBouncer accepts it, but lets its first statement wait', async () => {
    await connect(plain).query('select 1');
    plain.faults.set(plain.queries.at(-2) ?? '', 'silence');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const asked = plain.queries.length;
    const failing = expect(connect(plain).query('select 1')).rejects.toSatisfy(isDatabaseUnavailable);
    await vi.waitUntil(() => plain.queries.length > asked);
    await vi.advanceTimersByTimeAsync(5_000);
    await failing;
  });

  const write = (database: PooledDatabase) => database.transaction(({ query }) => query(insert));
  it.each([
    ['insert into elsewhere values (1)', write],
    ['commit', write],
    ['select pg_backend_pid() as pid', ({ keepsSessions }: PooledDatabase) => keepsSessions?.()],
  ])('is closed if the server does not respond to %s', async (asked, act) => {
    plain.faults.set(asked, 'silence');
    const database = connect(plain);
    // Connect first, because connecting has its own time limit.
    await database.query('select 1');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const failing = expect(act(database)).rejects.toSatisfy(isDatabaseUnavailable);
    await vi.waitUntil(() => vi.getTimerCount() > 0);
    await vi.advanceTimersByTimeAsync(defaultPostgresLimits.statementTimeoutMs + answerMarginMs);
    await failing;
    expect(database.connections()).toMatchObject({ total: 0 });
  });
});
