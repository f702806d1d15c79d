import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewStagedReply } from '#server/sandbox/gateway/transact/staged-replies.ts';
import { listOpenCases } from '#server/store/open-cases.ts';
import { type LocalGateway, startLocalGateway } from '../../local-gateway.ts';
import { pay, paymentRequest } from './support/payment-requests.ts';
import {
  expectBooksToBalance,
  type Reply,
  type StoreUnderTest,
  startStoreUnderTest,
} from './support/store-under-test.ts';

/** Each reply that the gateway is known to give, from the gateway over HTTP to what the store says and books. */
let local: LocalGateway;
let store: StoreUnderTest;
let customer: string;
let key: string;
beforeAll(async () => {
  local = await startLocalGateway({ clock: () => store.clock.now.getTime() });
  store = await startStoreUnderTest({
    GATEWAY_URL: local.url,
    GATEWAY_SECURITY_KEY: local.securityKey,
    GATEWAY_TIMEOUT_MS: '2000',
  });
}, 60_000);
afterAll(async () => {
  await store.close();
  await local.close();
});
beforeEach(async () => {
  local.gateway.replies.clear();
  local.gateway.records.release();
  local.gateway.settings.reset();
  // Past the time in which the gateway takes two sales for one.
  await store.clock.advance(3_600_000);
  customer = await store.newCustomer();
  key = randomUUID();
});
afterEach(() => expectBooksToBalance(store.database));

const buy = async (attempt = key): Promise<Reply> =>
  pay(store, customer, paymentRequest({ payment_token: await local.newToken() }), attempt);
const stage = (reply: NewStagedReply) => local.gateway.replies.add(reply);
const chargesOf = (orderId = key) =>
  local.gateway.sales().filter((sale) => sale.orderId === orderId && sale.outcome === 'approved');
const balance = async () => (await store.call('/api/credits/balance', { as: customer })).body;
const stateOf = async () => (await store.call(`/api/checkout/attempts/${key}`, { as: customer })).body;
const logged = (event: string) => store.logged.filter((line) => line.event === event);

describe('charged', () => {
  it.each(['absent', 'empty', 'equal'] as const)(
    'is an approval whose authorized amount is %s',
    async (authorizedAmount) => {
      local.gateway.settings.update({ authorizedAmount });
      expect(await buy()).toMatchObject({ status: 200, body: { credits_added: 1300, amount_cents: 1000 } });
      expect(await balance()).toEqual({ balance: 1300 });
    },
  );

  it.each([101, 400, 420, 421, 440, 441, 299, 999])(
    'may be a sale that is answered with code %i: the records tell',
    async (code) => {
      stage({ reply: 'code', code, effect: 'done' });
      const first = await buy();
      // An approval that is not clear is looked up a second later, an error at once.
      if (first.status !== 200) {
        expect(first).toMatchObject({ status: 502, body: { code: 'outcome-unknown' } });
        await store.clock.advance(1_000);
        await store.recovery.sweep('due');
      }
      expect(await stateOf()).toMatchObject({ state: 'completed' });
      expect(chargesOf()).toHaveLength(1);
    },
  );

  it('in part is nothing: it goes back at once, and an operator learns of it', async () => {
    stage({ reply: 'partial', authorizedCents: 400 });
    expect(await buy()).toMatchObject({ status: 402, body: { code: 'declined' } });
    expect(await balance()).toEqual({ balance: 0 });
    expect(local.gateway.transactions(key)).toMatchObject([{ condition: 'canceled' }]);
    expect(logged('partly-charged')).not.toEqual([]);
  });

  it('in part and not given back stays open, for a person', async () => {
    stage({ reply: 'partial', authorizedCents: 400 });
    stage({ reply: 'code', type: 'void', code: 300, effect: 'nothing' });
    expect(await buy()).toMatchObject({ status: 502, body: { code: 'outcome-unknown' } });
    await store.clock.advance(1_000);
    await store.recovery.sweep('due');
    expect(await stateOf()).toEqual({ state: 'pending' });
    expect(await listOpenCases(store.database)).toContainEqual(
      expect.objectContaining({ kind: 'amount-mismatch', attemptId: key }),
    );
    await local.gateway.void(key);
    await store.clock.advance(3_600_000);
    await store.recovery.sweep('due');
    expect(await stateOf()).toMatchObject({ state: 'failed' });
  });
});

describe('not charged', () => {
  it.each([200, 202, 204, 223, 225, 240, 253, 264])('is what is declined with code %i', async (code) => {
    stage({ reply: 'code', code });
    expect(await buy()).toMatchObject({ status: 402, body: { code: 'declined' } });
    expect(await stateOf()).toMatchObject({ state: 'failed' });
  });

  it.each([410, 411, 460])(
    'is what an account that is not set up answers: %i, which is logged',
    async (code) => {
      stage({ reply: 'code', code });
      expect(await buy()).toMatchObject({ status: 402 });
      expect(logged('sale').at(-1)).toMatchObject({ code });
    },
  );

  it('is a token that the gateway does not know, where nothing was sent before', async () => {
    expect(await pay(store, customer, paymentRequest(), key)).toMatchObject({
      status: 402,
      body: { code: 'token-used' },
    });
    expect(chargesOf()).toEqual([]);
  });

  it.each([300, 430] as const)(
    'is what looks like a payment just made, with code %i',
    async (duplicateCode) => {
      local.gateway.settings.update({ duplicateCode });
      const before = randomUUID();
      expect((await buy(before)).status).toBe(200);
      expect(await buy()).toMatchObject({ status: 402, body: { code: 'declined' } });
      expect(chargesOf(before)).toHaveLength(1);
      expect(chargesOf()).toEqual([]);
    },
  );

  it('is what the records say has failed, whatever the reply was', async () => {
    stage({ reply: 'code', code: 400, effect: 'failed' });
    expect(await buy()).toMatchObject({ status: 402, body: { code: 'declined' } });
  });
});

describe('not sent', () => {
  it.each(['rate-limit', 'too-many-requests'] as const)(
    'is what is turned away (%s): the same attempt may come again',
    async (reply) => {
      stage({ reply });
      const request = paymentRequest({ payment_token: await local.newToken() });
      const turnedAway = await pay(store, customer, request, key);
      expect(turnedAway).toMatchObject({ status: 503, body: { code: 'gateway-unreachable' } });
      expect(turnedAway.headers.get('Retry-After')).toBe('5');
      expect((await pay(store, customer, request, key)).status).toBe(200);
      expect(chargesOf()).toHaveLength(1);
    },
  );
});

describe('unknown', () => {
  it('is a sale whose reply is lost: it is never sent again, though its repetition would be refused', async () => {
    stage({ reply: 'lost' });
    const request = paymentRequest({ payment_token: await local.newToken() });
    expect(await pay(store, customer, request, key)).toMatchObject({ status: 502 });
    expect(await pay(store, customer, request, key)).toMatchObject({
      status: 409,
      body: { code: 'attempt-in-progress' },
    });
    await store.clock.advance(1_000);
    await store.recovery.sweep('due');
    expect(await pay(store, customer, request, key)).toMatchObject({ status: 200 });
    expect(local.gateway.sales().filter(({ orderId }) => orderId === key)).toHaveLength(1);
  });

  it('is what the records do not show: for three days it is asked for, and then left to a person', async () => {
    stage({ reply: 'lost' });
    local.gateway.records.delay({ orderId: key });
    expect(await buy()).toMatchObject({ status: 502 });
    for (const hours of [0.001, 1, 24, 46]) {
      await store.clock.advance(hours * 3_600_000);
      await store.recovery.sweep('due');
      expect(await stateOf()).toEqual({ state: 'pending' });
    }
    const isOpen = async () =>
      (await listOpenCases(store.database)).some(
        ({ kind, attemptId }) => kind === 'outcome-unknown' && attemptId === key,
      );
    expect(await isOpen()).toBe(false);
    await store.clock.advance(2 * 3_600_000);
    await store.recovery.sweep('due');
    expect(await isOpen()).toBe(true);
    expect(await stateOf()).toEqual({ state: 'pending' });

    // However late an approval is, it counts.
    local.gateway.records.release(key);
    await store.clock.advance(25 * 3_600_000);
    await store.recovery.sweep('due');
    expect(await stateOf()).toMatchObject({ state: 'completed' });
    expect(await isOpen()).toBe(false);
  });

  it.each(['in_progress', 'abandoned', 'unknown', 'something-new'])(
    'is what is recorded as %s',
    async (condition) => {
      stage({ reply: 'lost' });
      expect(await buy()).toMatchObject({ status: 502 });
      local.gateway.setCondition(key, condition as 'unknown');
      await store.clock.advance(1_000);
      await store.recovery.sweep('due');
      expect(await stateOf()).toEqual({ state: 'pending' });
    },
  );
});
