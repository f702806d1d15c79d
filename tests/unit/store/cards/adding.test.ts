import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listCards, payWithCard, signIn } from '../support/card-payments.ts';
import { createOperator } from '../support/operator.ts';
import { billingAddress, pay, paymentRequest, readLedger } from '../support/payment-requests.ts';
import { refusal } from '../support/refusals.ts';
import { expectBooksToBalance, storeOfFile } from '../support/store-under-test.ts';

const start = new Date('2026-11-20T12:00:00Z');
const perCustomer = 3;
const perAddress = 5;
let customer: string;
let token: string;
const store = await storeOfFile({
  TRUSTED_PROXIES: '1',
  ATTEMPTS_PER_MINUTE: '4',
  ATTEMPTS_IN_FLIGHT: '2',
  DECLINES_PER_CUSTOMER_PER_DAY: String(perCustomer),
  DECLINES_PER_ADDRESS_PER_DAY: String(perAddress),
  DECLINE_BRAKE_COUNT: '8',
});
beforeEach(async () => {
  await store.clock.set(start);
  for (const statement of [
    'delete from declines',
    'update decline_brake set on_until = null, counts_from = default',
    'update cards set check_at = null',
    'update purchase_attempts set check_at = null',
  ])
    await store.database.query(statement);
  customer = await store.newCustomer();
  token = await signIn(store, customer);
});
afterEach(() => expectBooksToBalance(store.database));

const cardRequest = () => ({
  payment_token: `tok-${crypto.randomUUID()}`,
  billing_address: billingAddress,
});
interface Adding {
  readonly as?: string;
  readonly key?: string;
  readonly body?: object;
  readonly from?: string;
}
const add = ({ as = token, key = crypto.randomUUID(), body = cardRequest(), from }: Adding = {}) =>
  store.call('/api/cards', {
    method: 'POST',
    as,
    body,
    headers: { 'Idempotency-Key': key, ...(from !== undefined && { 'X-Forwarded-For': from }) },
  });
const lastForm = () => Object.fromEntries(store.gateway.requests.at(-1) ?? []);
const unknown = refusal(502, 'outcome-unknown', expect.stringContaining('It is not charged'));
const rows = () =>
  store.database.query<Record<string, unknown>>(
    'select state, initial_transaction_id from cards where customer_id = $1 order by created_at',
    [customer],
  );

describe('POST /api/cards', () => {
  it('checks the card, and saves it without a charge or a ledger entry', async () => {
    const key = crypto.randomUUID();
    const body = cardRequest();
    const added = await add({ key, body });
    const shown = { brand: 'visa', last4: '1111', expiry: '12/40', is_default: true };
    const card = { id: expect.any(String), ...shown, notice: null, updated_at: null };
    expect(added).toMatchObject({ status: 201, body: card });
    expect(await listCards(store, token)).toEqual([added.body]);
    expect(lastForm()).toMatchObject({
      type: 'validate',
      amount: '0.00',
      orderid: key,
      customer_vault: 'add_customer',
      customer_vault_id: expect.stringMatching(/^[\da-f-]{36}$/),
      initiated_by: 'customer',
      stored_credential_indicator: 'stored',
      address1: '888 Main St',
    });
    for (const field of ['billing_method', 'dup_seconds', 'customer_receipt'])
      expect(lastForm()).not.toHaveProperty(field);
    const initial = store.gateway.transactionIdOf(key);
    expect(await rows()).toEqual([{ state: 'saved', initial_transaction_id: initial }]);

    expect(await add({ key, body })).toMatchObject({ status: 201, body: added.body });
    expect(await add({ key })).toMatchObject(refusal(422, 'key-reused'));
    expect(await add({ body })).toMatchObject(refusal(400, 'token-used'));
    expect(store.gateway.requests).toHaveLength(1);
    expect(await readLedger(store, token)).toEqual([]);
    const [{ id } = { id: '' }] = await listCards(store, token);
    expect(await payWithCard(store, token, id)).toMatchObject({ status: 200 });
  });

  it('returns the card that the customer already has, once', async () => {
    const first = await add();
    const key = crypto.randomUUID();
    const body = cardRequest();
    for (const again of [await add({ key, body }), await add({ key, body })])
      expect(again).toMatchObject({ status: 201, body: first.body });
    expect(await listCards(store, token)).toHaveLength(1);
    expect((await rows()).map(({ state }) => state).sort()).toEqual(['removed', 'saved']);
  });

  it('does one of two equal calls at once', async () => {
    const key = crypto.randomUUID();
    const body = cardRequest();
    const held = store.gateway.hold();
    const first = add({ key, body });
    await held.arrived;
    expect(await add({ key, body })).toMatchObject(unknown);
    held.release();
    expect(await first).toMatchObject({ status: 201 });
    expect(store.gateway.requests).toHaveLength(1);
  });

  it('needs a key, a sign-in within ten minutes, and a complete request', async () => {
    const noKey = await store.call('/api/cards', { method: 'POST', as: token, body: cardRequest() });
    expect(noKey).toMatchObject(refusal(400, 'invalid-request'));
    const key = crypto.randomUUID();
    const body = cardRequest();
    const as = await signIn(store, customer, { minutesAgo: 11 });
    expect(await add({ as, key, body })).toMatchObject(refusal(403, 'recent-sign-in-required'));
    expect(await add({ body: { payment_token: 'tok' } })).toMatchObject({ status: 400 });
    expect(store.gateway.requests).toEqual([]);
    expect(await add({ key, body })).toMatchObject({ status: 201 });
    expect(await add({ as, key, body })).toMatchObject({ status: 201 });
  });

  it('refuses ended sessions, and unknown and blocked customers', async () => {
    const ended = await signIn(store, crypto.randomUUID());
    expect(await add({ as: ended })).toMatchObject(refusal(401, 'not-signed-in'));
    const id = crypto.randomUUID();
    store.pool.attributes.set(id, { email: `${id}@example.com` });
    const stranger = await signIn(store, id);
    expect(await add({ as: stranger })).toMatchObject(refusal(404, 'customer-not-found'));
    await store.database.query('update customers set blocked_at = now() where customer_id = $1', [customer]);
    expect(await add()).toMatchObject(refusal(403, 'customer-blocked'));
    expect(store.gateway.requests).toEqual([]);
  });

  it('saves no declined card, and repeats the refusal', async () => {
    const key = crypto.randomUUID();
    const body = cardRequest();
    store.gateway.behavior = { refuseWith: 225 };
    const declined = await add({ key, body });
    expect(declined).toMatchObject(refusal(402, 'declined', expect.stringContaining('security code')));
    store.gateway.behavior = 'charge';
    expect(await add({ key, body })).toMatchObject({ status: 402, body: declined.body });
    expect(store.gateway.requests).toHaveLength(1);
    await store.clock.advance(60_000);
    await store.vaultCards.work();
    expect(await rows()).toEqual([{ state: 'removed', initial_transaction_id: null }]);
  });

  it.each([
    ['approved', 'charge, then cut the connection', 201],
    ['approved, but answered unreadably', 'charge, then answer HTML', 201],
  ] as const)('finds the outcome of a lost response: %s', async (_, behavior, status) => {
    const key = crypto.randomUUID();
    const body = cardRequest();
    store.gateway.behavior = behavior;
    expect(await add({ key, body })).toMatchObject(unknown);
    expect(await add({ key, body })).toMatchObject(unknown);
    await store.clock.advance(1_000);
    await store.recovery.sweep('due');
    await store.vaultCards.work();
    expect(await add({ key, body })).toMatchObject({ status });
    expect(store.gateway.requests).toHaveLength(1);
    const initial = store.gateway.transactionIdOf(key);
    expect(await rows()).toEqual([{ state: 'saved', initial_transaction_id: initial }]);
  });

  it('waits for a vault that lags, without another check', async () => {
    const key = crypto.randomUUID();
    const body = cardRequest();
    store.gateway.vault = 'lagging';
    expect(await add({ key, body })).toMatchObject(unknown);
    store.gateway.vault = 'true';
    await store.clock.advance(2_000);
    await store.vaultCards.work();
    expect(await add({ key, body })).toMatchObject({ status: 201 });
    expect(store.gateway.requests).toHaveLength(1);
  });

  it('returns a card that was first like another one, which the customer has removed since', async () => {
    const key = crypto.randomUUID();
    const body = cardRequest();
    store.gateway.vault = 'lagging';
    expect(await add({ key, body })).toMatchObject(unknown);
    await store.database.query('update cards set duplicate_of = $2 where customer_id = $1', [
      customer,
      crypto.randomUUID(),
    ]);
    store.gateway.vault = 'true';
    await store.clock.advance(2_000);
    await store.vaultCards.work();
    expect(await add({ key, body })).toMatchObject({ status: 201 });
  });

  it('gives up a check that the records never show, without a case', async () => {
    const key = crypto.randomUUID();
    const body = cardRequest();
    store.gateway.behavior = 'cut the connection';
    expect(await add({ key, body })).toMatchObject(unknown);
    await store.clock.advance(72 * 3_600_000);
    await store.recovery.sweep('due');
    await store.vaultCards.work();
    expect(await add({ key, body })).toMatchObject(refusal(402, 'not-charged'));
    expect(await rows()).toMatchObject([{ state: 'removed' }]);
    const cases = 'select kind from open_cases where customer_id = $1';
    expect(await store.database.query(cases, [customer])).toEqual([]);
  });

  it('may be sent again if the gateway was not reached', async () => {
    const key = crypto.randomUUID();
    const body = cardRequest();
    store.gateway.behavior = 'answer 429';
    expect(await add({ key, body })).toMatchObject(refusal(503, 'gateway-unreachable'));
    const withdrawal = await store.call(`/api/checkout/attempts/${key}`, { method: 'DELETE', as: token });
    expect(withdrawal).toMatchObject({ status: 200, body: { state: 'failed' } });
    store.gateway.behavior = 'charge';
    expect(await add({ key, body })).toMatchObject({ status: 201 });
  });

  it('removes a card from the vault that arrives after an erasure', async () => {
    store.gateway.vault = 'lagging';
    await add();
    await store.clock.advance(1_000);
    await createOperator(store.database).run('erase', customer, '--yes');
    store.gateway.vault = 'true';
    await store.clock.advance(2_000);
    await store.vaultCards.work();
    expect(await rows()).toEqual([{ state: 'removed', initial_transaction_id: null }]);
    const exported = await createOperator(store.database).json('export', customer);
    expect(exported).toMatchObject({ cards: [{ state: 'removed' }], attempts: [{ state: 'settled' }] });
  });
});

describe('card checks count', () => {
  it('toward the declines of a customer, as purchases do, before the gateway is asked', async () => {
    store.gateway.behavior = { refuseWith: 200 };
    await pay(store, token, paymentRequest());
    for (let time = 1; time < perCustomer; time += 1) expect((await add()).status).toBe(402);
    expect(await add()).toMatchObject(refusal(429, 'too-many-declines'));
    await store.clock.advance(60_000);
    expect(await pay(store, token, paymentRequest())).toMatchObject(refusal(429, 'too-many-declines'));
    expect(store.gateway.requests).toHaveLength(perCustomer);
  });

  it('toward the declines of an address', async () => {
    store.gateway.behavior = { refuseWith: 200 };
    const from = '203.0.113.7';
    for (let time = 0; time < perAddress; time += 1)
      await add({ as: await signIn(store, await store.newCustomer()), from });
    expect(await add({ from })).toMatchObject(refusal(429, 'too-many-declines'));
    expect(await add({ from: '203.0.113.8' })).toMatchObject({ status: 402 });
  });

  it('toward the circuit breaker', async () => {
    store.gateway.behavior = { refuseWith: 200 };
    for (let time = 0; time < 8; time += 1)
      await add({ as: await signIn(store, await store.newCustomer()), from: `198.51.100.${time}` });
    expect(await add()).toMatchObject(refusal(429, 'purchases-paused'));
    expect(store.gateway.requests).toHaveLength(8);
  });

  it('toward the attempts in a minute and in flight', async () => {
    const held = store.gateway.hold();
    const sending = [add()];
    await held.arrived;
    sending.push(add());
    await expect.poll(() => store.gateway.requests.length).toBe(2);
    expect(await add()).toMatchObject(refusal(429, 'rate-limited'));
    held.release();
    await Promise.all(sending);
    await pay(store, token, paymentRequest());
    await pay(store, token, paymentRequest());
    expect(await pay(store, token, paymentRequest())).toMatchObject(refusal(429, 'rate-limited'));
    expect(await add()).toMatchObject(refusal(429, 'rate-limited'));
  });

  it('ten a day, even if the cards are removed, and ten cards at most', async () => {
    for (let time = 0; time < 10; time += 1) {
      await store.clock.advance(60_000);
      const { body } = await add({ as: await signIn(store, customer) });
      const [card] = await listCards(store, token);
      expect(card).toEqual(body);
      await store.call(`/api/cards/${card?.id}`, { method: 'DELETE', as: token });
    }
    await store.clock.advance(60_000);
    const again = async () => add({ as: await signIn(store, customer) });
    expect(await again()).toMatchObject(refusal(429, 'rate-limited'));
    await store.clock.advance(24 * 3_600_000);
    await store.database.query(
      `update cards set state = 'saved', removed_at = null, last4 = '0000', expires_on = '2040-12-31',
         initial_transaction_id = '1' where customer_id = $1`,
      [customer],
    );
    expect(await again()).toMatchObject(refusal(409, 'too-many-cards', expect.not.stringContaining('pay')));
  });
});
