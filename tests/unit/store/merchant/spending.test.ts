import { beforeEach, describe, expect, it } from 'vitest';
import { callsAbout, createMerchant } from '../support/merchant.ts';
import { createOperator } from '../support/operator.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { expectBooksToBalance, storeOfFile } from '../support/store-under-test.ts';

/** Calls of the merchant's API over the database, as a merchant's server makes them. */
let customer: string;
let id: string;
const store = await storeOfFile();
const merchant = await createMerchant(store);
beforeEach(async () => {
  customer = await store.newCustomer();
  id = crypto.randomUUID();
});

const { grant: giveCredits } = callsAbout(() => ({ merchant, customer }));
const spend = (credits: number, spendId = id) =>
  merchant.put(`/spends/${spendId}`, { customer_id: customer, credits, reference: 'job 7' });
const sums = (balance: number, held: number) => ({ balance, held, available: balance - held });
const sumsNow = async () => {
  const { body } = await merchant.get(`/customers/${customer}`);
  return body;
};
const inMinutes = (minutes: number) => store.clock.after(minutes * 60_000).toISOString();

describe('customers', () => {
  it('are found by id and by verified email address, with their credits', async () => {
    await giveCredits(10);
    const known = { id: customer, email: `${customer}@example.com`, ...sums(10, 0) };
    expect((await merchant.get(`/customers/${customer}`)).body).toEqual(known);
    const found = await merchant.get(`/customers?email=${customer.toUpperCase()}%40Example.com`);
    expect(found).toMatchObject({ status: 200, body: { customers: [known] } });
    expect((await merchant.get('/customers?email=no-one%40example.com')).body).toEqual({ customers: [] });
    expect((await merchant.get(`/customers/${id}`)).status).toBe(404);
    expect((await merchant.get(`/customers/${id}/grants`)).status).toBe(404);
  });

  it('have grants, which are listed in the order of use', async () => {
    const product = store.products.find(({ id: productId }) => productId === 'plus-1200');
    const request = paymentRequest({ product_id: 'plus-1200' });
    expect((await pay(store, customer, request, crypto.randomUUID())).status).toBe(200);
    await store.clock.advance(1_000);
    await giveCredits(10);
    await giveCredits(20, { priority: 5 });
    await giveCredits(30, { expires_at: inMinutes(60) });
    const { body } = await merchant.get(`/customers/${customer}/grants`);
    expect(body).toMatchObject({
      grants: [
        { kind: 'promotion', credits: 20, priority: 5, remaining: 20, held: 0, expires_at: null },
        { kind: 'promotion', credits: 30, priority: 100, expires_at: inMinutes(60) },
        { kind: 'bonus', credits: product?.bonus_credits },
        { kind: 'promotion', credits: 10, created_at: store.clock.now.toISOString() },
        { kind: 'purchase', credits: product?.credits },
      ],
    });
  });
});

describe('PUT /v1/spends', () => {
  it('spends once, however often it is called, and never with other content', async () => {
    await giveCredits(100);
    const first = await spend(30);
    const answer = {
      id,
      customer_id: customer,
      credits: 30,
      returned: 0,
      reference: 'job 7',
      created_at: store.clock.now.toISOString(),
      ...sums(70, 0),
    };
    expect(first).toMatchObject({ status: 201, body: answer });
    expect(first.body).toEqual(answer);
    const again = await spend(30);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(answer);
    expect(await spend(31)).toMatchObject({ status: 409, body: { code: 'id-reused' } });
    expect((await merchant.get(`/spends/${id}`)).body).toEqual(answer);
    expect(await sumsNow()).toMatchObject(sums(70, 0));
  });

  it('never takes more than is available', async () => {
    await giveCredits(10);
    expect(await spend(11)).toMatchObject({
      status: 402,
      body: { code: 'insufficient-credits', required: 11, available: 10 },
    });
    expect(await merchant.get(`/spends/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'spend-not-found' },
    });
  });

  it('spends exactly what there is when 100 calls arrive at once', async () => {
    await giveCredits(50);
    const replies = await Promise.all(Array.from({ length: 100 }, () => spend(1, crypto.randomUUID())));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(replies.filter(({ status }) => status === 402)).toHaveLength(50);
    expect(await sumsNow()).toMatchObject(sums(0, 0));
  });

  it('spends once when one id arrives 40 times at once', async () => {
    await giveCredits(100);
    const replies = await Promise.all(Array.from({ length: 40 }, () => spend(7)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(39);
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await sumsNow()).toMatchObject(sums(93, 0));
  });

  it('is refused for a blocked or unknown customer', async () => {
    await giveCredits(10);
    await createOperator(store.database).run('block', customer);
    expect(await spend(1)).toMatchObject({ status: 402, body: { code: 'customer-blocked' } });
    customer = crypto.randomUUID();
    expect(await spend(1)).toMatchObject({ status: 404, body: { code: 'customer-not-found' } });
  });

  it('is never repeated for another customer, even one who is unknown or lacks the credits', async () => {
    await giveCredits(10);
    const grantId = crypto.randomUUID();
    const returnId = crypto.randomUUID();
    const holdId = crypto.randomUUID();
    const asGrant = () => ({ customer_id: customer, credits: 1, reason: 'x' });
    const asHold = () => ({ customer_id: customer, credits: 1 });
    await spend(5);
    await merchant.put(`/grants/${grantId}`, asGrant());
    await merchant.put(`/holds/${holdId}`, asHold());
    await merchant.put(`/spends/${id}/returns/${returnId}`, { credits: 5 });
    const reused = { status: 409, body: { code: 'id-reused' } };
    for (const other of [await store.newCustomer(), crypto.randomUUID()]) {
      customer = other;
      expect(await spend(5)).toMatchObject(reused);
      expect(await merchant.put(`/holds/${holdId}`, asHold())).toMatchObject(reused);
      expect(await merchant.put(`/grants/${grantId}`, asGrant())).toMatchObject(reused);
    }
    customer = await store.newCustomer();
    await giveCredits(1);
    const spendId = crypto.randomUUID();
    await spend(1, spendId);
    expect(await merchant.put(`/spends/${spendId}/returns/${returnId}`, { credits: 5 })).toMatchObject(
      reused,
    );
  });

  it('is taken back in parts, up to what was spent', async () => {
    await giveCredits(10);
    await spend(10);
    const giveBack = (credits: number, returnId: string) =>
      merchant.put(`/spends/${id}/returns/${returnId}`, { credits });
    const first = crypto.randomUUID();
    expect(await giveBack(4, first)).toMatchObject({
      status: 201,
      body: { id, credits: 10, returned: 4, ...sums(4, 0) },
    });
    expect(await giveBack(4, first)).toMatchObject({ status: 200, body: { returned: 4 } });
    expect(await giveBack(5, first)).toMatchObject({ status: 409, body: { code: 'id-reused' } });
    expect(await giveBack(7, crypto.randomUUID())).toMatchObject({
      status: 422,
      body: { code: 'exceeds-spend', detail: 'Of this spend, 6 credits can be returned.' },
    });
    id = crypto.randomUUID();
    expect(await giveBack(1, first)).toMatchObject({ status: 404, body: { code: 'spend-not-found' } });
  });
});

describe('PUT /v1/holds', () => {
  const hold = (credits: number, more: object = {}) =>
    merchant.put(`/holds/${id}`, { customer_id: customer, credits, ...more });

  it('reserves credits without moving the balance, and is captured in part', async () => {
    await giveCredits(100);
    const open = {
      id,
      customer_id: customer,
      credits: 60,
      state: 'open',
      captured: 0,
      expires_at: inMinutes(10),
      ...sums(100, 60),
    };
    const first = await hold(60);
    expect(first.status).toBe(201);
    expect(first.body).toEqual(open);
    expect(await hold(60)).toMatchObject({ status: 200, body: open });
    expect(await hold(61)).toMatchObject({ status: 409, body: { code: 'id-reused' } });
    expect(await spend(41, crypto.randomUUID())).toMatchObject({ status: 402, body: { available: 40 } });

    const capture = (body?: object) => merchant.post(`/holds/${id}/capture`, body);
    expect(await capture({ credits: 61 })).toMatchObject({ status: 422, body: { code: 'exceeds-hold' } });
    const captured = { state: 'captured', captured: 13, ...sums(87, 0) };
    expect(await capture({ credits: 13 })).toMatchObject({ status: 200, body: captured });
    expect(await capture({ credits: 13 })).toMatchObject({ status: 200, body: captured });
    const detail = 'This hold was captured before, with 13 credits.';
    expect(await capture()).toMatchObject({ status: 409, body: { code: 'hold-captured', detail } });
    expect(await merchant.post(`/holds/${id}/release`)).toMatchObject({
      status: 409,
      body: { code: 'hold-captured' },
    });
    expect(await merchant.get(`/holds/${id}`)).toMatchObject({ status: 200, body: captured });
  });

  it('is captured in full without a body', async () => {
    await giveCredits(20);
    await hold(20);
    expect(await merchant.post(`/holds/${id}/capture`)).toMatchObject({
      status: 200,
      body: { state: 'captured', captured: 20, ...sums(0, 0) },
    });
  });

  it('is released, and then not captured', async () => {
    await giveCredits(20);
    await hold(20);
    const released = { status: 200, body: { state: 'released', captured: 0, ...sums(20, 0) } };
    expect(await merchant.post(`/holds/${id}/release`)).toMatchObject(released);
    expect(await merchant.post(`/holds/${id}/release`)).toMatchObject(released);
    expect(await merchant.post(`/holds/${id}/capture`)).toMatchObject({
      status: 409,
      body: { code: 'hold-released' },
    });
  });

  it('frees its credits at the moment it expires, and is never shown as open after it', async () => {
    await giveCredits(20);
    await hold(20, { expires_in: 60 });
    await store.clock.advance(59_999);
    expect(await spend(1)).toMatchObject({ status: 402 });
    await store.clock.advance(1);
    expect(await sumsNow()).toMatchObject(sums(20, 0));
    expect(await merchant.get(`/holds/${id}`)).toMatchObject({ body: { state: 'expired', ...sums(20, 0) } });
    expect(await merchant.post(`/holds/${id}/capture`)).toMatchObject({
      status: 409,
      body: { code: 'hold-expired' },
    });
    expect((await spend(20)).status).toBe(201);
    expect(await merchant.post(`/holds/${id}/release`)).toMatchObject({
      status: 200,
      body: { state: 'released', ...sums(0, 0) },
    });
  });

  it('is refused without credits, customer or hold', async () => {
    expect(await hold(1)).toMatchObject({
      status: 402,
      body: { code: 'insufficient-credits', required: 1, available: 0 },
    });
    await createOperator(store.database).run('block', customer);
    expect(await hold(1)).toMatchObject({ status: 402, body: { code: 'customer-blocked' } });
    for (const [call, path] of [
      ['get', `/holds/${id}`],
      ['post', `/holds/${id}/capture`],
      ['post', `/holds/${id}/release`],
    ] as const)
      expect(await merchant[call](path)).toMatchObject({ status: 404, body: { code: 'hold-not-found' } });
    customer = crypto.randomUUID();
    expect(await hold(1)).toMatchObject({ status: 404, body: { code: 'customer-not-found' } });
  });
});

describe('PUT /v1/grants', () => {
  it('grants once, and takes back what is left', async () => {
    const path = `/grants/${id}`;
    const body = { customer_id: customer, credits: 50, reason: 'sorry', expires_at: inMinutes(60) };
    const answer = {
      id,
      customer_id: customer,
      kind: 'promotion',
      credits: 50,
      remaining: 50,
      held: 0,
      priority: 100,
      reason: 'sorry',
      expires_at: inMinutes(60),
      created_at: store.clock.now.toISOString(),
    };
    const first = await merchant.put(path, body);
    expect(first.status).toBe(201);
    expect(first.body).toEqual(answer);
    const again = await merchant.put(path, body);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(answer);
    expect(await merchant.put(path, { ...body, credits: 51 })).toMatchObject({
      status: 409,
      body: { code: 'id-reused' },
    });
    await spend(20);
    expect(await merchant.delete(path)).toMatchObject({ status: 200, body: { id, remaining: 0 } });
    expect((await merchant.delete(path)).status).toBe(200);
    expect(await sumsNow()).toMatchObject(sums(0, 0));
    expect((await merchant.get(`/customers/${customer}/grants`)).body).toEqual({ grants: [] });
  });

  it('expires at its time, and is not listed after it', async () => {
    await giveCredits(50, { expires_at: inMinutes(1) });
    await store.clock.advance(60_000);
    expect((await merchant.get(`/customers/${customer}/grants`)).body).toEqual({ grants: [] });
    expect(await sumsNow()).toMatchObject(sums(0, 0));
  });

  it('is refused for the past, above 10^12 credits, and without a customer or grant', async () => {
    const body = { customer_id: customer, credits: 1, reason: 'x' };
    const path = `/grants/${id}`;
    expect(await merchant.put(path, { ...body, expires_at: inMinutes(-1) })).toMatchObject({
      status: 400,
      body: { detail: 'expires_at must be in the future.' },
    });
    await giveCredits(10 ** 12);
    expect(await merchant.put(path, body)).toMatchObject({ status: 422, body: { code: 'balance-full' } });
    expect(await merchant.delete(path)).toMatchObject({ status: 404, body: { code: 'grant-not-found' } });
    expect(await merchant.put(path, { ...body, customer_id: id })).toMatchObject({
      status: 404,
      body: { code: 'customer-not-found' },
    });
  });
});

it('the books balance after all of this, and customers see their balance', async () => {
  await giveCredits(10);
  await spend(3);
  expect((await store.call('/api/credits/balance', { as: customer })).body).toEqual({ balance: 7 });
  await expectBooksToBalance(store.database);
});
