import { describe, expect, it } from 'vitest';
import { refusal } from '../support/refusals.ts';
import { storeOfFile } from '../support/store-under-test.ts';
import { clientId } from '../support/user-pool.ts';

const store = await storeOfFile();

const signInNeeded = refusal(401, 'not-signed-in', 'Please sign in to continue');
const products = (as?: string) => store.call('/api/products/', { as });

describe('an access token', () => {
  it('lets a user read the products without a customer record', async () => {
    const reply = await products('a-new-user');
    expect(reply).toMatchObject({ status: 200, body: store.products });
  });

  const now = () => Math.floor(Date.now() / 1000);
  it.each<[string, string, () => Record<string, unknown>]>([
    ['is from another issuer', 'Issuer not allowed', () => ({ iss: 'http://127.0.0.1:1/pool_Other' })],
    ['is for another client', 'client_id', () => ({ client_id: `${clientId}-other` })],
    ['has no client', 'client_id', () => ({ client_id: undefined })],
    ['is an ID token', 'token_use', () => ({ token_use: 'id' })],
    ['has expired', 'Token expired at', () => ({ exp: now() - 5 })],
    ['never expires', 'exp', () => ({ exp: undefined })],
    ['is not valid yet', "Token can't be used before", () => ({ nbf: now() + 600 })],
    ['has a sign-in time after the last valid date', 'auth_time', () => ({ auth_time: 1e300 })],
    ['has a sign-in time before the first valid date', 'auth_time', () => ({ auth_time: -1e15 })],
    ['has an issue time after the last valid date', 'iat', () => ({ auth_time: undefined, iat: 1e18 })],
    ['has no subject', 'sub', () => ({ sub: undefined })],
    ['has a subject that is not an id', 'sub', () => ({ sub: "x' or 1=1" })],
  ])('is refused if it %s, and the log says why', async (_, why, changes) => {
    expect(await products(await store.pool.accessToken('ada', changes()))).toMatchObject(signInNeeded);
    expect(store.logged).toContainEqual({ event: 'token-refused', why: expect.stringContaining(why) });
  });

  it('is refused if its algorithm is none', async () => {
    expect(await products(store.pool.unsignedToken('ada'))).toMatchObject(signInNeeded);
  });

  it('is accepted with a typ in its header', async () => {
    const reply = await products(await store.pool.tokenWithHeader('ada', { typ: 'JWT' }));
    expect(reply.status).toBe(200);
  });

  it.each([{ crit: ['b64'], b64: true }, { crit: [] }, { crit: null }])(
    'is refused if it requires an extension (%o)',
    async (header) => {
      expect(await products(await store.pool.tokenWithHeader('ada', header))).toMatchObject(signInNeeded);
    },
  );

  it('is refused if its claims were changed after signing', async () => {
    const [header, , signature] = (await store.pool.accessToken('ada')).split('.');
    const [, otherClaims] = (await store.pool.accessToken('eve')).split('.');
    expect(await products(`${header}.${otherClaims}.${signature}`)).toMatchObject(signInNeeded);
  });

  it.each(['', 'Bearer', 'Bearer x', 'Basic YTpi', 'Bearer a.b.c', 'Bearer ..'])(
    'cannot be read from the Authorization header %j',
    async (Authorization) => {
      expect(await store.call('/api/products/', { headers: { Authorization } })).toMatchObject(signInNeeded);
    },
  );

  it('is refused if another scheme precedes it in the header', async () => {
    const headers = { Authorization: `Basic YTpi, Bearer ${await store.pool.accessToken('ada')}` };
    expect(await store.call('/api/products/', { headers })).toMatchObject(signInNeeded);
  });

  it('is requested with WWW-Authenticate: Bearer if it is missing', async () => {
    expect((await products()).headers.get('WWW-Authenticate')).toBe('Bearer');
  });

  it('is accepted if the pool published its key after startup', async () => {
    expect(await products(await store.pool.tokenOfNewKey('ada', true))).toMatchObject({ status: 200 });
  });
});
