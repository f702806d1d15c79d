import { beforeEach, describe, expect, it } from 'vitest';
import { merchantErrors } from '#contract/errors.ts';
import type { Credits } from '#server/store/credits/credits.ts';
import type { MerchantGrant, MerchantHold } from '#server/store/database/functions.gen.ts';
import { prefixOf } from '#server/store/merchant/api-keys.ts';
import { createMerchant, createScriptedCredits, type Merchant } from '../support/merchant.ts';
import { refusal } from '../support/refusals.ts';
import { startAnother, storeOfFile } from '../support/store-under-test.ts';

const scripted = createScriptedCredits();
const store = await storeOfFile({}, { creditsOf: scripted.creditsOf });
const merchant = await createMerchant(store);
beforeEach(() => {
  scripted.calls.length = 0;
  scripted.answers = {};
});

const id = '6f0c4a5e-54f3-4d5a-8a0e-3a0f5b1f2c11';
const returnId = '0b0d7c5e-1111-4d5a-8a0e-3a0f5b1f2c22';
const customerId = 'a1b2c3d4-0000-4000-8000-000000000000';
const createdAt = new Date('2026-11-20T12:00:00.123Z');
const expiresAt = new Date('2026-12-31T00:00:00Z');
const at = { created: createdAt.toISOString(), expires: expiresAt.toISOString() };
const sums = { balance: 90, held: 20, available: 70 };

const spent = { credits: 10, returned: 4, reference: 'job 7', created_at: at.created };
const spend = { id, customer_id: customerId, ...spent, ...sums };
const held = { credits: 20, captured: 0, expires_at: at.expires };
const hold: MerchantHold = { id, customer_id: customerId, state: 'open', ...held, ...sums };
const granted = { credits: 50, remaining: 40, held: 20, priority: 100 };
const times = { expires_at: at.expires, created_at: at.created };
const listedGrant = { id, kind: 'promotion' as const, ...granted, ...times };
const grant: MerchantGrant = { ...listedGrant, customer_id: customerId, reason: 'welcome' };
const customer = { id: customerId, email: 'ada@example.com', ...sums };

const calls: Readonly<Record<string, () => ReturnType<Merchant['get']>>> = {
  findCustomersByEmail: () => merchant.get('/customers?email=Ada%40example.com'),
  readCustomer: () => merchant.get(`/customers/${customerId}`),
  listGrants: () => merchant.get(`/customers/${customerId}/grants`),
  spend: () => merchant.put(`/spends/${id}`, { customer_id: customerId, credits: 10 }),
  readSpend: () => merchant.get(`/spends/${id}`),
  returnCredits: () => merchant.put(`/spends/${id}/returns/${returnId}`, { credits: 4 }),
  hold: () => merchant.put(`/holds/${id}`, { customer_id: customerId, credits: 20 }),
  readHold: () => merchant.get(`/holds/${id}`),
  captureHold: () => merchant.post(`/holds/${id}/capture`),
  extendHold: () => merchant.post(`/holds/${id}/extend`, { expires_in: 60 }),
  releaseHold: () => merchant.post(`/holds/${id}/release`),
  grant: () => merchant.put(`/grants/${id}`, { customer_id: customerId, credits: 50, reason: 'welcome' }),
  voidGrant: () => merchant.delete(`/grants/${id}`),
};

type Answer<Call extends keyof Credits> = Awaited<ReturnType<Credits[Call]>>;
const answering = async <Call extends keyof Credits>(call: Call, answer: Answer<Call>) => {
  scripted.answers = { [call]: answer };
  const reply = await calls[call]?.();
  expect(scripted.calls).toMatchObject([{ call, key: prefixOf(merchant.key) }]);
  return { reply, given: scripted.calls[0]?.given };
};

const about = { customer_id: customerId };
const spendOrder = { id, customerId, credits: 10, reference: null, description: null };
const holdOrder = { id, customerId, credits: 20, expiresInSeconds: 600, reference: null };
const grantOrder = { id, customerId, credits: 50, reason: 'welcome', expiresAt: null, priority: 100 };
const returnOrder = { spendId: id, returnId, credits: 4 };
const grants = [listedGrant, { ...listedGrant, expires_at: null }];
const expired: MerchantHold = { ...hold, state: 'expired' };
const captured: MerchantHold = { ...hold, state: 'captured', captured: 20 };
const released: MerchantHold = { ...hold, state: 'released' };
const left = { ...grant, remaining: 20 };

describe('each endpoint of the merchant’s API', () => {
  it.each<[keyof Credits, Answer<keyof Credits>, given: unknown, status: number, body: object]>([
    ['findCustomersByEmail', [customer], 'Ada@example.com', 200, { customers: [customer] }],
    ['findCustomersByEmail', [], 'Ada@example.com', 200, { customers: [] }],
    ['readCustomer', customer, customerId, 200, customer],
    ['listGrants', grants, customerId, 200, { grants }],
    ['spend', { outcome: 'created', spend }, spendOrder, 201, spend],
    ['spend', { outcome: 'repeated', spend }, spendOrder, 200, spend],
    ['readSpend', spend, id, 200, spend],
    ['returnCredits', { outcome: 'created', spend }, returnOrder, 201, spend],
    ['returnCredits', { outcome: 'repeated', spend }, returnOrder, 200, spend],
    ['hold', { outcome: 'created', hold }, holdOrder, 201, hold],
    ['hold', { outcome: 'repeated', hold }, holdOrder, 200, hold],
    ['readHold', expired, id, 200, expired],
    ['captureHold', { outcome: 'captured', hold: captured }, { id, credits: null }, 200, captured],
    ['extendHold', { outcome: 'extended', hold }, { id, expiresInSeconds: 60 }, 200, hold],
    ['releaseHold', { outcome: 'released', hold: released }, { id }, 200, released],
    ['grant', { outcome: 'created', grant }, grantOrder, 201, grant],
    ['grant', { outcome: 'repeated', grant }, grantOrder, 200, grant],
    ['voidGrant', { outcome: 'voided', grant: left }, { id }, 200, left],
  ])('passes its arguments to %s and returns the result %j', async (call, answer, given, status, body) => {
    const answered = await answering(call, answer);
    expect(answered.given).toEqual(given);
    expect(answered.reply?.status).toBe(status);
    expect(answered.reply?.body).toEqual(body);
  });

  const welcome = { ...about, credits: 50, reason: 'welcome' };
  const texts = { reference: 'job 7', description: 'A picture' };
  const week = { expires_in: 604_800, reference: 'job 8' };
  const expiring = { expires_at: '2026-12-31T01:00:00+01:00', priority: 0 };
  it.each<[string, string, body: object, given: object]>([
    ['PUT', `/spends/${id.toUpperCase()}`, { ...about, credits: 10, ...texts }, { ...spendOrder, ...texts }],
    [
      'PUT',
      `/holds/${id}`,
      { ...about, credits: 20, ...week },
      { ...holdOrder, expiresInSeconds: 604_800, reference: 'job 8' },
    ],
    ['POST', `/holds/${id}/capture`, {}, { id, credits: null }],
    ['POST', `/holds/${id}/capture`, { credits: 5 }, { id, credits: 5 }],
    ['POST', `/holds/${id}/release`, {}, { id }],
    ['PUT', `/grants/${id}`, { ...welcome, ...expiring }, { ...grantOrder, expiresAt, priority: 0 }],
    ['PUT', `/grants/${id}`, { ...welcome, expires_at: null }, grantOrder],
  ])('accepts optional fields and ids in any letter case: %s %s %j', async (method, path, body, given) => {
    scripted.answers = {
      spend: { outcome: 'created', spend },
      hold: { outcome: 'created', hold },
      captureHold: { outcome: 'captured', hold: captured },
      releaseHold: { outcome: 'released', hold: released },
      grant: { outcome: 'created', grant },
    };
    await (method === 'PUT' ? merchant.put(path, body) : merchant.post(path, body));
    expect(scripted.calls.map((call) => call.given)).toEqual([given]);
  });
});

describe('the merchant’s API', () => {
  const insufficient = { outcome: 'insufficient-credits', required: 10, available: 3 } as const;
  const refusals: readonly (readonly [keyof Credits, Answer<keyof Credits>])[] = [
    ['readCustomer', null],
    ['listGrants', null],
    ['readSpend', null],
    ['readHold', null],
    ['spend', insufficient],
    ['spend', { outcome: 'customer-blocked' }],
    ['spend', { outcome: 'customer-not-found' }],
    ['spend', { outcome: 'id-reused' }],
    ['returnCredits', { outcome: 'spend-not-found' }],
    ['returnCredits', { outcome: 'id-reused' }],
    ['returnCredits', { outcome: 'exceeds-spend', returnable: 6 }],
    ['returnCredits', { outcome: 'balance-full' }],
    ['hold', insufficient],
    ['hold', { outcome: 'customer-blocked' }],
    ['hold', { outcome: 'customer-not-found' }],
    ['hold', { outcome: 'id-reused' }],
    ['captureHold', { outcome: 'hold-not-found' }],
    ['captureHold', { outcome: 'hold-released' }],
    ['captureHold', { outcome: 'hold-expired' }],
    ['captureHold', { outcome: 'hold-captured', captured: 13 }],
    ['captureHold', { outcome: 'exceeds-hold', held: 20 }],
    ['extendHold', { outcome: 'hold-not-found' }],
    ['extendHold', { outcome: 'hold-expired' }],
    ['releaseHold', { outcome: 'hold-not-found' }],
    ['releaseHold', { outcome: 'hold-captured', captured: 13 }],
    ['grant', { outcome: 'customer-not-found' }],
    ['grant', { outcome: 'id-reused' }],
    ['grant', { outcome: 'balance-full' }],
    ['voidGrant', { outcome: 'grant-not-found' }],
  ];
  const absent: Readonly<Record<string, string>> = {
    readCustomer: 'customer-not-found',
    listGrants: 'customer-not-found',
    readSpend: 'spend-not-found',
    readHold: 'hold-not-found',
  };

  it.each(refusals)('returns the documented status and code if %s results in %j', async (call, answer) => {
    const outcome =
      answer !== null && 'outcome' in answer ? answer.outcome : (absent[call] ?? 'an unexpected answer');
    const { reply } = await answering(call, answer);
    const known = Object.entries(merchantErrors).find(([code]) => code === outcome);
    expect(reply?.status).toBe(known?.[1].status);
    expect(reply?.body).toMatchObject({
      code: outcome,
      detail: expect.stringMatching(/^[A-Z0-9][^\n]+\.$/),
      ...(/hold/i.test(call) && { hold_id: id }),
    });
  });

  it('reports how many credits are required and available', async () => {
    const { reply } = await answering('spend', insufficient);
    expect(reply?.status).toBe(402);
    const detail = '10 credits are required, and 3 are available.';
    expect(reply?.body).toEqual({ code: 'insufficient-credits', detail, required: 10, available: 3 });
    scripted.calls.length = 0;
    expect((await answering('hold', { ...insufficient, available: -4 })).reply?.body).toMatchObject({
      detail: '10 credits are required, and 0 are available.',
      available: -4,
    });
  });

  it('says where the customer can buy, if the store knows the app’s address', async () => {
    const knowing = await startAnother(store, { appUrl: 'https://shop.example.com/app' }, scripted);
    const { key } = merchant;
    scripted.answers = { spend: insufficient, hold: insufficient, spendBatch: [insufficient] };
    const headers = { Authorization: `Bearer ${key}` };
    const body = { customer_id: customerId, credits: 10 };
    const refused = { code: 'insufficient-credits', buy_url: 'https://shop.example.com/app/dashboard' };
    for (const path of [`/v1/spends/${id}`, `/v1/holds/${id}`])
      expect(await knowing.call(path, { method: 'PUT', body, headers })).toMatchObject({
        status: 402,
        body: refused,
      });
    const batch = { method: 'POST', body: { spends: [{ id, ...body }] }, headers };
    expect(await knowing.call('/v1/spends', batch)).toMatchObject({ body: { results: [refused] } });
  });

  it('finds an email address whose plus is not encoded', async () => {
    scripted.answers = { findCustomersByEmail: [] };
    await merchant.get('/customers?email=ada+1@example.com');
    expect(scripted.calls).toMatchObject([{ given: 'ada+1@example.com' }]);
  });

  it('rejects a grant that has already expired', async () => {
    const { reply } = await answering('grant', { outcome: 'expires-in-past' });
    expect(reply).toMatchObject(refusal(400, 'invalid-request', 'expires_at must be in the future.'));
  });

  it('returns customer-not-found for a malformed customer id', async () => {
    for (const odd of ['%00', 'a%20b', 'x'.repeat(129)])
      for (const path of ['', '/grants', '/activity', '/usage'].map((end) => `/customers/${odd}${end}`))
        expect(await merchant.get(path)).toMatchObject(refusal(404, 'customer-not-found'));
    expect(scripted.calls).toEqual([]);
  });
});
