import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAuthentication } from '#server/store/identity/authentication.ts';
import { createPoolKeys } from '#server/store/identity/pool-keys.ts';
import { silentLog } from '../support/logs.ts';
import { refusal } from '../support/refusals.ts';
import { clientId, startUserPool, type TestUserPool } from '../support/user-pool.ts';

let pool: TestUserPool;
let now: number;
beforeEach(async () => {
  pool = await startUserPool();
  now = 0;
});
afterEach(() => pool.close());

const begin = () => {
  const { issuer } = pool;
  const keys = createPoolKeys(issuer, () => now);
  const identify = createAuthentication({ issuer, clientId }, keys, silentLog);
  return { keys, identify: (token: string) => identify(`Bearer ${token}`) };
};
const signInNeeded = expect.objectContaining({
  status: 401,
  body: expect.objectContaining({ code: 'not-signed-in' }),
});

describe('the pool’s keys', () => {
  it('are fetched ahead of requests, which get status 503 until the keys have loaded', async () => {
    const { keys, identify } = begin();
    const token = await pool.accessToken('ada');
    pool.failWith = 502;
    await expect(keys.fetch()).rejects.toThrow('status 502');
    await expect(createPoolKeys('http://127.0.0.1:2').fetch()).rejects.toThrow('ECONNREFUSED');
    expect(keys.areKnown()).toBe(false);
    pool.failWith = undefined;
    await expect(identify(token)).rejects.toMatchObject(refusal(503, 'unavailable'));
    expect(pool.keyFetches).toBe(0);

    await Promise.all([keys.known, keys.fetch()]);
    expect(keys.areKnown()).toBe(true);
    expect(await identify(token)).toMatchObject({ customerId: 'ada' });
    expect(pool.keyFetches).toBe(1);
  });

  it('are fetched again for an unknown key, at most every ten seconds', async () => {
    const { keys, identify } = begin();
    await keys.fetch();
    const forged = await pool.tokenOfNewKey('eve', false);
    const tryForged = async () => {
      const tries = await Promise.allSettled([1, 2, 3].map(() => identify(forged)));
      expect(tries).toEqual(tries.map(() => ({ status: 'rejected', reason: signInNeeded })));
    };
    await tryForged();
    await tryForged();
    expect(pool.keyFetches).toBe(2);
    now += 9_999;
    await tryForged();
    expect(pool.keyFetches).toBe(2);
    now += 1;
    await tryForged();
    expect(pool.keyFetches).toBe(3);
  });

  it('stay in use while the pool is unavailable', async () => {
    const { keys, identify } = begin();
    await keys.fetch();
    pool.failWith = 502;
    const forged = await pool.tokenOfNewKey('eve', false);
    await expect(identify(forged)).rejects.toEqual(signInNeeded);
    expect(await identify(await pool.accessToken('ada'))).toMatchObject({ customerId: 'ada' });
  });
});
