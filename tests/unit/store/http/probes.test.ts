import { expect, it } from 'vitest';
import { ownRelease } from '#server/store/database/release.ts';
import { createReadiness } from '#server/store/readiness.ts';
import { silentLog } from '../support/logs.ts';
import { startAnother, storeOfFile } from '../support/store-under-test.ts';

const storeWithoutKeys = await storeOfFile({}, { keysAreFetched: false });
const store = await startAnother(storeWithoutKeys);

const ready = { status: 200, body: { status: 'ready' } };
const unavailable = { code: 'unavailable', detail: expect.any(String) };
const notReady = (reason: string) => ({ status: 503, body: { ...unavailable, reason } });
const readiness = ({ call } = store) => call('/readyz');

it('the store is not ready before it has the user pool’s keys', async () => {
  const answer = await readiness(storeWithoutKeys);
  expect(answer).toMatchObject(notReady('pool-keys'));
  expect(answer.body).toMatchObject({ detail: expect.stringContaining('COGNITO_ISSUER') });
  await storeWithoutKeys.poolKeys.fetch();
  expect(await readiness(storeWithoutKeys)).toMatchObject(ready);
});

it('the store is not ready if the database lacks this release’s functions', async () => {
  const { schema } = ownRelease;
  await store.database.query(`alter schema ${schema} rename to elsewhere`);
  const answer = await readiness();
  expect(answer).toMatchObject(notReady('migrations'));
  expect(answer.body).toMatchObject({ detail: expect.stringContaining('or a newer version of the store') });
  await store.database.query(`alter schema elsewhere rename to ${schema}`);
  expect(await readiness()).toMatchObject(ready);
});

it('the store is not ready while its database is unavailable', async () => {
  const tooManyConnections = Object.assign(new Error('too many connections for role "coffer_store"'), {
    code: '53300',
  });
  const database = { ...store.database, query: () => Promise.reject(tooManyConnections) };
  const { writes, poolKeys } = store;
  const check = createReadiness({ database, writes, poolKeys, log: silentLog }).check();
  expect(await check).toEqual({
    reason: 'database',
    detail: 'The database cannot be used (53300: too many connections for role "coffer_store").',
  });
});

it('readiness asks the database at once, because each question may wait for a connection', () => {
  let asked = 0;
  const query = () => {
    asked += 1;
    return Promise.race<never>([]);
  };
  const { writes, poolKeys } = store;
  void createReadiness({ database: { ...store.database, query }, writes, poolKeys, log: silentLog }).check();
  expect(asked).toBe(3);
});

it('the store is alive but not ready during shutdown', async () => {
  const closing = await startAnother(storeWithoutKeys);
  closing.readiness.close();
  expect(await readiness(closing)).toMatchObject(notReady('closing'));
  expect(await closing.call('/livez')).toMatchObject({ status: 200, body: { status: 'ok' } });
});
