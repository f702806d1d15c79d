import { afterEach, beforeEach, expect, it } from 'vitest';
import { callsAbout, createMerchant } from '../support/merchant.ts';
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
afterEach(() => expectBooksToBalance(store.database));

const { grant: giveCredits } = callsAbout(() => ({ merchant, customer }));
const spend = (credits: number, spendId = id) =>
  merchant.put(`/spends/${spendId}`, { customer_id: customer, credits, reference: 'job 7' });
const sums = (balance: number, held: number) => ({ balance, held, available: balance - held });
const sumsNow = async () => {
  const { body } = await merchant.get(`/customers/${customer}`);
  return body;
};
const inMinutes = (minutes: number) => store.clock.after(minutes * 60_000).toISOString();

it('grants of a customer are listed in the order of use', async () => {
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

it('a call is never repeated for another customer, even one who is unknown or lacks the credits', async () => {
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
  expect(await merchant.put(`/spends/${spendId}/returns/${returnId}`, { credits: 5 })).toMatchObject(reused);
});

it('a hold frees its credits at the moment it expires, and is never shown as open after it', async () => {
  await giveCredits(20);
  await merchant.put(`/holds/${id}`, { customer_id: customer, credits: 20, expires_in: 60 });
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
