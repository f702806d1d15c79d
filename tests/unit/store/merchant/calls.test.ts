import { beforeEach, describe, expect, it } from 'vitest';
import { merchantErrors } from '#contract/errors.ts';
import type { Credits } from '#server/store/credits/credits.ts';
import type { MerchantGrant, MerchantHold } from '#server/store/database/functions.gen.ts';
import { prefixOf } from '#server/store/merchant/api-keys.ts';
import { createMerchant, createScriptedCredits, type Merchant } from '../support/merchant.ts';
import { storeOfFile } from '../support/store-under-test.ts';

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

const spend = {
  id,
  customer_id: customerId,
  credits: 10,
  returned: 4,
  reference: 'job 7',
  created_at: at.created,
  ...sums,
};
const hold: MerchantHold = {
  id,
  customer_id: customerId,
  credits: 20,
  state: 'open',
  captured: 0,
  expires_at: at.expires,
  ...sums,
};
const listedGrant = {
  id,
  kind: 'promotion' as const,
  credits: 50,
  remaining: 40,
  held: 20,
  priority: 100,
  expires_at: at.expires,
  created_at: at.created,
};
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

describe('each call of the merchant’s API', () => {
  it('finds customers by their email address', async () => {
    expect(await answering('findCustomersByEmail', [customer])).toMatchObject({
      given: 'Ada@example.com',
      reply: { status: 200, body: { customers: [customer] } },
    });
    scripted.calls.length = 0;
    expect((await answering('findCustomersByEmail', [])).reply?.body).toEqual({ customers: [] });
  });

  it('reads a customer', async () => {
    const { given, reply } = await answering('readCustomer', customer);
    expect({ given, status: reply?.status, body: reply?.body }).toEqual({
      given: customerId,
      status: 200,
      body: customer,
    });
  });

  it('lists the grants of a customer', async () => {
    const { given, reply } = await answering('listGrants', [
      listedGrant,
      { ...listedGrant, expires_at: null },
    ]);
    expect(given).toBe(customerId);
    expect(reply).toMatchObject({ status: 200 });
    expect(reply?.body).toEqual({ grants: [listedGrant, { ...listedGrant, expires_at: null }] });
  });

  it('spends, once', async () => {
    const { given, reply } = await answering('spend', { outcome: 'created', spend });
    expect(given).toEqual({ id, customerId, credits: 10, reference: null, description: null });
    expect(reply?.status).toBe(201);
    expect(reply?.body).toEqual(spend);
    scripted.calls.length = 0;
    const repeated = await answering('spend', { outcome: 'repeated', spend });
    expect(repeated.reply).toMatchObject({ status: 200, body: spend });
  });

  it('passes a reference and a description on, and ids in lower case', async () => {
    scripted.answers = { spend: { outcome: 'created', spend } };
    const body = { customer_id: customerId, credits: 10, reference: 'job 7', description: 'A picture' };
    await merchant.put(`/spends/${id.toUpperCase()}`, body);
    expect(scripted.calls[0]?.given).toEqual({
      id,
      customerId,
      credits: 10,
      reference: 'job 7',
      description: 'A picture',
    });
  });

  it('reads a spend', async () => {
    const { given, reply } = await answering('readSpend', spend);
    expect({ given, status: reply?.status, body: reply?.body }).toEqual({
      given: id,
      status: 200,
      body: spend,
    });
  });

  it('returns credits of a spend, once', async () => {
    const { given, reply } = await answering('returnCredits', { outcome: 'created', spend });
    expect(given).toEqual({ spendId: id, returnId, credits: 4 });
    expect(reply).toMatchObject({ status: 201, body: spend });
    scripted.calls.length = 0;
    expect((await answering('returnCredits', { outcome: 'repeated', spend })).reply?.status).toBe(200);
  });

  it('holds for ten minutes, or as long as is asked', async () => {
    const { given, reply } = await answering('hold', { outcome: 'created', hold });
    expect(given).toEqual({ id, customerId, credits: 20, expiresInSeconds: 600, reference: null });
    expect(reply?.status).toBe(201);
    expect(reply?.body).toEqual(hold);
    scripted.answers = { hold: { outcome: 'repeated', hold } };
    const body = { customer_id: customerId, credits: 20, expires_in: 604_800, reference: 'job 8' };
    expect((await merchant.put(`/holds/${id}`, body)).status).toBe(200);
    expect(scripted.calls.at(-1)?.given).toMatchObject({ expiresInSeconds: 604_800, reference: 'job 8' });
  });

  it('reads a hold', async () => {
    const { reply } = await answering('readHold', { ...hold, state: 'expired' });
    expect(reply?.body).toEqual({ ...hold, state: 'expired' });
  });

  it('captures all of a hold without a body, or a part', async () => {
    const captured: MerchantHold = { ...hold, state: 'captured', captured: 20 };
    const { given, reply } = await answering('captureHold', { outcome: 'captured', hold: captured });
    expect(given).toEqual({ id, credits: null });
    expect(reply).toMatchObject({ status: 200, body: { state: 'captured', captured: 20 } });
    for (const [body, credits] of [
      [{}, null],
      [{ credits: 5 }, 5],
    ] as const) {
      await merchant.post(`/holds/${id}/capture`, body);
      expect(scripted.calls.at(-1)?.given).toEqual({ id, credits });
    }
  });

  it('releases a hold, with or without a body', async () => {
    const released: MerchantHold = { ...hold, state: 'released' };
    const { given, reply } = await answering('releaseHold', { outcome: 'released', hold: released });
    expect(given).toEqual({ id });
    expect(reply).toMatchObject({ status: 200, body: { state: 'released' } });
    expect((await merchant.post(`/holds/${id}/release`, {})).status).toBe(200);
  });

  it('grants credits, once, that never expire or do', async () => {
    const { given, reply } = await answering('grant', { outcome: 'created', grant });
    const order = { id, customerId, credits: 50, reason: 'welcome', expiresAt: null, priority: 100 };
    expect(given).toEqual(order);
    expect(reply?.status).toBe(201);
    expect(reply?.body).toEqual(grant);
    scripted.answers = { grant: { outcome: 'repeated', grant } };
    const body = { customer_id: customerId, credits: 50, reason: 'welcome' };
    const more = { ...body, expires_at: '2026-12-31T01:00:00+01:00', priority: 0 };
    expect((await merchant.put(`/grants/${id}`, more)).status).toBe(200);
    expect(scripted.calls.at(-1)?.given).toEqual({ ...order, expiresAt, priority: 0 });
    await merchant.put(`/grants/${id}`, { ...body, expires_at: null });
    expect(scripted.calls.at(-1)?.given).toEqual(order);
  });

  it('takes back what is left of a grant', async () => {
    const left = { ...grant, remaining: 20 };
    const { given, reply } = await answering('voidGrant', { outcome: 'voided', grant: left });
    expect(given).toEqual({ id });
    expect(reply?.status).toBe(200);
    expect(reply?.body).toEqual({ ...grant, remaining: 20 });
  });
});

describe('what changes nothing is refused', () => {
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

  it.each(refusals)('%s: %j', async (call, answer) => {
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

  it('says how many credits are required and available', async () => {
    const { reply } = await answering('spend', insufficient);
    expect(reply?.status).toBe(402);
    expect(reply?.body).toEqual({
      code: 'insufficient-credits',
      detail: '10 credits are required, and 3 are available.',
      required: 10,
      available: 3,
    });
    scripted.calls.length = 0;
    expect((await answering('hold', { ...insufficient, available: -4 })).reply?.body).toMatchObject({
      detail: '10 credits are required, and 0 are available.',
      available: -4,
    });
  });

  it('says that a new grant must not have expired', async () => {
    const { reply } = await answering('grant', { outcome: 'expires-in-past' });
    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'invalid-request', detail: 'expires_at must be in the future.' },
    });
  });

  it('knows no customer by an id that none can have', async () => {
    for (const odd of ['%00', 'a%20b', 'x'.repeat(129)])
      for (const path of [`/customers/${odd}`, `/customers/${odd}/grants`])
        expect(await merchant.get(path)).toMatchObject({
          status: 404,
          body: { code: 'customer-not-found' },
        });
    expect(scripted.calls).toEqual([]);
  });
});
