import { describe, expect, it } from 'vitest';
import { refusal } from '../support/refusals.ts';
import { storeOfFile } from '../support/store-under-test.ts';
import { clientId } from '../support/user-pool.ts';

const store = await storeOfFile();

const signInNeeded = refusal(401, 'not-signed-in', 'Please sign in to continue');
const products = (as?: string) => store.call('/api/products/', { as });

describe('access tokens', () => {
  it('let a signed-in user read the products without a customer record', async () => {
    const reply = await products('a-new-user');
    expect(reply).toMatchObject({ status: 200, body: store.products });
  });

  const now = () => Math.floor(Date.now() / 1000);
  it.each<[string, () => Record<string, unknown>]>([
    ['of another issuer', () => ({ iss: 'http://127.0.0.1:1/pool_Other' })],
    ['of another client', () => ({ client_id: `${clientId}-other` })],
    ['without a client', () => ({ client_id: undefined })],
    ['that is an id token', () => ({ token_use: 'id' })],
    ['that has expired', () => ({ exp: now() - 5 })],
    ['that never expires', () => ({ exp: undefined })],
    ['that is not valid yet', () => ({ nbf: now() + 600 })],
    ['whose session began at no time that a date has', () => ({ auth_time: 1e300 })],
    ['whose session began before all time', () => ({ auth_time: -1e15 })],
    ['that was issued at no time that a date has', () => ({ auth_time: undefined, iat: 1e18 })],
    ['without a subject', () => ({ sub: undefined })],
    ['whose subject is not an id', () => ({ sub: "x' or 1=1" })],
  ])('are refused: one %s', async (_, changes) => {
    expect(await products(await store.pool.accessToken('ada', changes()))).toMatchObject(signInNeeded);
  });

  it('are refused with algorithm none', async () => {
    expect(await products(store.pool.unsignedToken('ada'))).toMatchObject(signInNeeded);
  });

  it('may have another member in the header', async () => {
    const reply = await products(await store.pool.tokenWithHeader('ada', { typ: 'JWT' }));
    expect(reply.status).toBe(200);
  });

  it.each([{ crit: ['b64'], b64: true }, { crit: [] }, { crit: null }])(
    'are refused if they require an extension (%o)',
    async (header) => {
      expect(await products(await store.pool.tokenWithHeader('ada', header))).toMatchObject(signInNeeded);
    },
  );

  it('are refused if their claims were changed after signing', async () => {
    const [header, , signature] = (await store.pool.accessToken('ada')).split('.');
    const [, otherClaims] = (await store.pool.accessToken('eve')).split('.');
    expect(await products(`${header}.${otherClaims}.${signature}`)).toMatchObject(signInNeeded);
  });

  it.each(['', 'Bearer', 'Bearer x', 'Basic YTpi', 'Bearer a.b.c', 'Bearer ..'])(
    'are refused in the header %j',
    async (Authorization) => {
      expect(await store.call('/api/products/', { headers: { Authorization } })).toMatchObject(signInNeeded);
    },
  );

  it('are refused after another scheme', async () => {
    const headers = { Authorization: `Basic YTpi, Bearer ${await store.pool.accessToken('ada')}` };
    expect(await store.call('/api/products/', { headers })).toMatchObject(signInNeeded);
  });

  it('name the scheme in the refusal', async () => {
    expect((await products()).headers.get('WWW-Authenticate')).toBe('Bearer');
  });

  it('are accepted with a key that the pool has published since', async () => {
    expect(await products(await store.pool.tokenOfNewKey('ada', true))).toMatchObject({ status: 200 });
  });
});
