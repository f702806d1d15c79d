import { randomUUID, type UUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { topUpConsentVersion } from '#contract/top-up.ts';
import { type ComposedStore, composeStore } from '#server/store/app.ts';
import type { StoreConfig } from '#server/store/config/config.ts';
import { readEvents } from '#server/store/events/merchant-events.ts';
import { createTopUps } from '#server/store/top-up/top-ups.ts';
import { listCards, payAndSave, signIn } from '../support/card-payments.ts';
import { createRecordingLog } from '../support/logs.ts';
import { actionXml } from '../support/odd-gateway.ts';
import { refusal } from '../support/refusals.ts';
import { spend } from '../support/spending.ts';
import { postGatewayEvent, storeOfFile, webhookKey } from '../support/store-under-test.ts';
import { agree, type Customer, changePlus, readTopUp } from './customers.ts';

const interval = 1_800_000;
let customer: Customer;
/** Idempotency key of the purchase that saved the card. */
let key: UUID;
const store = await storeOfFile({ GATEWAY_WEBHOOK_KEY: webhookKey });
beforeEach(async () => {
  const id = await store.newCustomer();
  const token = await signIn(store, id);
  key = randomUUID();
  await payAndSave(store, token, key);
  const [card] = await listCards(store, token);
  customer = { id, token, cardId: card?.id ?? '' };
  expect(await agree(store, customer)).toMatchObject({ status: 200 });
  await store.clock.advance(interval);
  store.gateway.requests.length = 0;
});

const withConfig = (changes: Partial<StoreConfig>): ComposedStore => {
  const log = createRecordingLog(store.logged);
  return composeStore({ config: { ...store.config, ...changes }, database: store.database, log });
};
/** Expects a paused top-up, a single event with this reason, and no charge for a later request. */
const expectPause = async (reason: string) => {
  expect(await readTopUp(store, customer)).toMatchObject({ state: 'paused', paused_reason: reason });
  await spend(store, customer.id, 9_999);
  await store.clock.advance(interval);
  await store.topUps.work();
  expect(store.gateway.requests).toEqual([]);
  const events = await readEvents(store.database, { after: '0', limit: 10_000 });
  expect(
    events.filter(({ type, data }) => type === 'top_up.paused' && data.id === customer.id),
  ).toMatchObject([{ data: { reason } }]);
};

describe('top-up', () => {
  const recheck = ({ recovery }: Pick<ComposedStore, 'recovery'>) => recovery.recheck(key, 'event 1');

  it.each([
    ['refund', 'refunded', () => store.gateway.saleActions.set(key, [actionXml('refund', '-2.00')])],
    ['void', 'refunded', () => store.gateway.void(key)],
    ['return', 'chargeback', () => store.gateway.saleActions.set(key, [actionXml('return', '-10.00')])],
  ])('pauses after a %s (reason %s)', async (_, reason, reverse) => {
    await spend(store, customer.id, 1_000);
    await reverse();
    await recheck(store);
    await expectPause(reason);
  });

  it('pauses once after a chargeback, even if the customer keeps the credits', async () => {
    const lenient = withConfig({ returnsTakeCredits: false });
    store.gateway.saleActions.set(key, [actionXml('return', '-10.00')]);
    await recheck(lenient);
    await expectPause('chargeback');
    await store.database.query('select resume_top_up($1)', [customer.id]);
    await recheck(lenient);
    expect(await readTopUp(store, customer)).toMatchObject({ state: 'on' });
  });
});

describe('an account updater event', () => {
  const tell = async (type: string, customer_vault_id: string) => {
    const rows = [{ customer_vault_id, cc_number: '411111******1111', cc_exp: '12/40' }];
    const event = { event_id: randomUUID(), event_type: type, event_body: { vault_updates: rows } };
    expect((await postGatewayEvent(store, JSON.stringify(event))).status).toBe(200);
    await store.events.work();
  };
  const vaultIdOf = async (cardId: string) => {
    const find = 'select vault_id as "vaultId" from cards where card_id = $1';
    const [row] = await store.database.query<{ vaultId: string }>(find, [cardId]);
    return row?.vaultId ?? expect.fail('The customer has no card.');
  };

  it.each([
    ['acu.summary.closedaccount', 'card-closed'],
    ['acu.summary.contactcustomer', 'contact-bank'],
  ])('pauses top-up (event %s, reason %s)', async (type, reason) => {
    await spend(store, customer.id, 1_000);
    await tell(type, await vaultIdOf(customer.cardId));
    await expectPause(reason);
  });

  it('does not pause top-up if the event is about another card', async () => {
    const other = await store.newCustomer();
    await payAndSave(store, await signIn(store, other));
    const [card] = await listCards(store, other);
    await tell('acu.summary.closedaccount', await vaultIdOf(card?.id ?? ''));
    expect(await readTopUp(store, customer)).toMatchObject({ state: 'on' });
  });
});

const clockAt = (time: string) => () => store.clock.set(new Date(time));
const plus = (change: string) => () => changePlus(store, change);
const notice = (news: string) => () =>
  store.database.query('update cards set notice = $2 where customer_id = $1', [customer.id, news]);

it.each([
  ['another price', 'price-changed', plus('price_cents + 1'), plus('price_cents - 1')],
  ['other credits', 'price-changed', plus('credits - 1'), plus('credits + 1')],
  ['a package no longer on sale', 'package-withdrawn', plus('on_sale and false'), plus('on_sale or true')],
  ['a closed card', 'card-closed', notice('closed'), undefined],
  ['a card that might not work', 'contact-bank', notice('contact-bank'), undefined],
  ['an expired card', 'card-expired', clockAt('2041-01-01T12:00:00Z'), clockAt('2026-11-20T12:00:00Z')],
  ['a disabled user', 'account-closed', () => store.pool.disabled.add(customer.id), undefined],
  ['a deleted user', 'account-closed', () => store.pool.attributes.delete(customer.id), undefined],
])('top-up pauses because of %s (reason %s)', async (_, reason, change, undo) => {
  await spend(store, customer.id, 1_000);
  await change();
  await store.topUps.work();
  await expectPause(reason);
  await undo?.();
});

it('a top-up charge waits a minute if the user pool does not respond', async () => {
  await spend(store, customer.id, 1_000);
  store.pool.failWith = 502;
  await store.topUps.work();
  store.pool.failWith = undefined;
  const until = store.clock.after(60_000).toISOString();
  const delayed = { reason: 'pool-unanswered', until };
  expect(await readTopUp(store, customer)).toMatchObject({ state: 'on', delayed });
  await store.clock.advance(59_999);
  await store.topUps.work();
  expect(store.gateway.requests).toEqual([]);
  await store.clock.advance(1);
  await store.topUps.work();
  expect(store.gateway.requests).toHaveLength(1);
  expect(await readTopUp(store, customer)).toMatchObject({ delayed: null });
});

it('top-up pauses if the store cannot query the user pool, and the cause is logged', async () => {
  const { topUps } = withConfig({ topUp: undefined, topUpMissing: ['AWS_SECRET_ACCESS_KEY'] });
  const why = 'TOP_UP is true, but AWS_SECRET_ACCESS_KEY is not set.';
  expect(store.logged.at(-1)).toEqual({ event: 'top-up-unavailable', why });
  await spend(store, customer.id, 1_000);
  await topUps.work();
  await expectPause('unavailable');
});

it('TOP_UP=false rejects new settings and delays charges until it is on again', async () => {
  const off = { ...withConfig({ topUp: undefined }), config: { ...store.config, topUp: undefined } };
  await spend(store, customer.id, 1_000);
  await off.topUps.work();
  expect(store.gateway.requests).toEqual([]);
  const limits = { threshold_credits: 500, monthly_limit_cents: 5_000, consent: topUpConsentVersion };
  const refused = await createTopUps(store.database, off.config)
    .save({
      caller: { customerId: customer.id, authenticatedAt: store.clock.now },
      request: { product_id: 'plus-1200', card_id: customer.cardId, ...limits },
      expectedCents: undefined,
    })
    .catch((error: unknown) => error);
  expect(refused).toMatchObject(refusal(409, 'top-up-unavailable'));
  const read = await createTopUps(store.database, off.config).read(customer.id);
  expect(read).toMatchObject({ state: 'on', is_available: false });
  await store.topUps.work();
  expect(store.gateway.requests).toHaveLength(1);
});
