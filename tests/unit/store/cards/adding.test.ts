import { beforeEach, describe, expect, it } from 'vitest';
import { listCards, payWithCard, signIn } from '../support/card-payments.ts';
import { createOperator } from '../support/operator.ts';
import { billingAddress, pay, paymentRequest, readLedger } from '../support/payment-requests.ts';
import { expectComplaint, refusal } from '../support/refusals.ts';
import { storeOfFile } from '../support/store-under-test.ts';

const start = new Date('2026-11-20T12:00:00Z');
const daySeconds = 86_400;
let customer: string;
let token: string;
const store = await storeOfFile({
  TRUSTED_PROXIES: '1',
  ATTEMPTS_PER_MINUTE: '4',
  DECLINES_PER_ADDRESS_PER_DAY: '5',
  DECLINE_BRAKE_COUNT: '8',
  GATEWAY_DUPLICATE_SECONDS: '60',
  GATEWAY_CUSTOMER_RECEIPTS: 'true',
});
beforeEach(async () => {
  await store.clock.set(start);
  await store.database.query('delete from declines');
  await store.database.query('update decline_brake set on_until = null, counts_from = default');
  customer = await store.newCustomer();
  token = await signIn(store, customer);
});

const newAttempt = () => ({
  key: crypto.randomUUID(),
  body: { payment_token: `tok-${crypto.randomUUID()}`, billing_address: billingAddress },
});
type Adding = Partial<Record<'as' | 'key' | 'from', string>> & { readonly body?: object };
const add = (adding: Adding = {}) => {
  const { as = token, key, body, from = '192.0.2.1' } = { ...newAttempt(), ...adding };
  const headers = { 'Idempotency-Key': key, 'X-Forwarded-For': from };
  return store.call('/api/cards', { method: 'POST', as, body, headers });
};
const workAfter = async (seconds: number) => {
  await store.clock.advance(seconds * 1_000);
  await store.recovery.sweep('due');
  await store.vaultCards.work();
};
const unknown = refusal(502, 'outcome-unknown', expect.stringContaining('It is not charged'));
const rateLimited = refusal(429, 'rate-limited');
const readCards = (columns = 'state') =>
  store.database.query(`select ${columns} from cards where customer_id = $1 order by state`, [customer]);

describe('POST /api/cards', () => {
  it('checks the card, and saves it once without a charge or a ledger entry', async () => {
    const { key, body } = newAttempt();
    const first = await add({ key, body });
    expect(first).toMatchObject({ status: 201, body: { brand: 'visa', last4: '1111', is_default: true } });
    const [form] = store.gateway.requests.map((request) => Object.fromEntries(request));
    const saving = { customer_vault: 'add_customer', address1: '888 Main St' };
    expect(form).toMatchObject({ type: 'validate', amount: '0.00', orderid: key, ...saving });
    for (const field of ['dup_seconds', 'customer_receipt']) expect(form).not.toHaveProperty(field);

    expect(await add({ key, body })).toMatchObject({ status: 201, body: first.body });
    expect(await add({ key })).toMatchObject(refusal(422, 'key-reused'));
    expect(await add({ body })).toMatchObject(refusal(400, 'token-used'));
    expect(store.gateway.requests).toHaveLength(1);
    expect(await readLedger(store, token)).toEqual([]);
    const cards = await listCards(store, token);
    expect(cards).toEqual([first.body]);
    expect(await payWithCard(store, token, cards[0]?.id ?? '')).toMatchObject({ status: 200 });
  });

  it('returns the card that the customer already has, once', async () => {
    const first = await add();
    const attempt = newAttempt();
    for (const again of [await add(attempt), await add(attempt)])
      expect(again).toMatchObject({ status: 201, body: first.body });
    expect(await readCards()).toEqual([{ state: 'removed' }, { state: 'saved' }]);
  });

  it('needs a key, an address and a recent sign-in, but repeats its response without one', async () => {
    const attempt = newAttempt();
    const { body } = attempt;
    const invalid = refusal(400, 'invalid-request');
    expect(await store.call('/api/cards', { method: 'POST', as: token, body })).toMatchObject(invalid);
    expect(await add({ body: { payment_token: 'tok' } })).toMatchObject(invalid);
    const ended = await signIn(store, crypto.randomUUID());
    expect(await add({ as: ended })).toMatchObject(refusal(401, 'not-signed-in'));
    const as = await signIn(store, customer, { minutesAgo: 11 });
    expect(await add({ as, ...attempt })).toMatchObject(refusal(403, 'recent-sign-in-required'));
    expect(store.gateway.requests).toEqual([]);
    expect(await add(attempt)).toMatchObject({ status: 201 });
    expect(await add({ as, ...attempt })).toMatchObject({ status: 201 });
  });

  it('saves no declined card, and repeats the refusal', async () => {
    const attempt = newAttempt();
    store.gateway.behavior = { refuseWith: 225 };
    const declined = await add(attempt);
    expect(declined).toMatchObject(refusal(402, 'declined', expect.stringContaining('security code')));
    store.gateway.behavior = 'charge';
    expect(await add(attempt)).toMatchObject({ status: 402, body: declined.body });
    expect(store.gateway.requests).toHaveLength(1);
    await workAfter(60);
    expect(await readCards()).toEqual([{ state: 'removed' }]);
  });

  it.each([
    ['an approval', 'charge, then cut the connection', 'true', 1, 201, 'saved'],
    ['an approval, and the vault lags', 'charge', 'lagging', 2, 201, 'saved'],
    ['nothing for three days', 'cut the connection', 'true', 3 * daySeconds, 402, 'removed'],
  ] as const)('finds out later: %s', async (_, behavior, vault, seconds, status, state) => {
    const attempt = newAttempt();
    Object.assign(store.gateway, { behavior, vault });
    expect(await add(attempt)).toMatchObject(unknown);
    expect(await add(attempt)).toMatchObject(unknown);
    store.gateway.vault = 'true';
    // The customer had the same card, but has removed it since.
    await store.database.query('update cards set duplicate_of = gen_random_uuid()');
    await workAfter(seconds);
    expect(await add(attempt)).toMatchObject({ status });
    expect(store.gateway.requests).toHaveLength(1);
    const initial = status === 201 ? store.gateway.transactionIdOf(attempt.key) : null;
    expect(await readCards('state, initial_transaction_id as initial')).toEqual([{ state, initial }]);
    expect(await store.database.query('select from open_cases')).toEqual([]);
  });

  it('may be sent again if the gateway was not reached, even after a withdrawal', async () => {
    const attempt = newAttempt();
    store.gateway.behavior = 'answer 429';
    expect(await add(attempt)).toMatchObject(refusal(503, 'gateway-unreachable'));
    await store.call(`/api/checkout/attempts/${attempt.key}`, { method: 'DELETE', as: token });
    store.gateway.behavior = 'charge';
    expect(await add(attempt)).toMatchObject({ status: 201 });
  });

  it('shows operators what the attempt is, and nothing to refund', async () => {
    const { key, body } = newAttempt();
    store.gateway.behavior = 'charge, then cut the connection';
    await add({ key, body });
    const operator = createOperator(store.database, store.gateway);
    expect((await operator.run('open')).text).toContain('12:00:01\n  checks a card to save it');
    const { text } = await operator.run('attempt', key);
    expect(text).toMatch(/Next lookup +2026-11-20 12:00:01 UTC\nPurpose +checks a card/);
    const nothing = 'This attempt only checked a card. It charged nothing.';
    await expectComplaint(operator.run('refund', key), nothing);
    await store.recovery.recheck(key, 'event');
    const shown = { attempt: { state: 'settled' }, transaction: null, movements: [] };
    expect(await operator.json('attempt', key)).toMatchObject(shown);
  });

  it.each([
    ['the declines of an address', 5, () => '203.0.113.7', 'too-many-declines'],
    ['the circuit breaker', 8, (time: number) => `198.51.100.${time}`, 'purchases-paused'],
  ])('counts toward %s, even across customers', async (_, most, addressOf, code) => {
    store.gateway.behavior = { refuseWith: 200 };
    for (let time = 0; time <= most; time += 1) {
      const as = await signIn(store, await store.newCustomer());
      const expected = time < most ? refusal(402, 'declined') : refusal(429, code);
      expect(await add({ as, from: addressOf(time) })).toMatchObject(expected);
    }
    expect(store.gateway.requests).toHaveLength(most);
  });

  it('counts toward the attempts in a minute, and tells when it ends', async () => {
    await add();
    await store.clock.advance(20_000);
    for (let time = 0; time < 3; time += 1) await pay(store, token, paymentRequest());
    expect(await pay(store, token, paymentRequest())).toMatchObject(rateLimited);
    const refused = await add();
    expect(refused).toMatchObject(rateLimited);
    expect(refused.headers.get('Retry-After')).toBe('40');
  });

  it('checks ten cards a day, even if they are removed, and saves at most ten', async () => {
    for (let time = 0; time < 10; time += 1) {
      await add({ as: await signIn(store, customer) });
      const [card] = await listCards(store, token);
      await store.call(`/api/cards/${card?.id}`, { method: 'DELETE', as: token });
      await store.clock.advance(60_000);
    }
    expect(await readCards()).toEqual(Array(10).fill({ state: 'removed' }));
    const refused = await add({ as: await signIn(store, customer) });
    expect(refused).toMatchObject(rateLimited);
    expect(refused.headers.get('Retry-After')).toBe(String(daySeconds - 600));
    await store.clock.advance((daySeconds - 600) * 1_000);
    await store.database.query("update cards set state = 'saving', removed_at = null, last4 = null");
    const tooMany = refusal(409, 'too-many-cards', expect.not.stringContaining('pay'));
    expect(await add({ as: await signIn(store, customer) })).toMatchObject(tooMany);
  });
});
