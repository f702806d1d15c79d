import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCoffer } from '#coffer-client';
import { merchantReplySchemas } from '#contract/merchant/replies.ts';
import { expireCredits } from '#server/store/credits/expire-credits.ts';
import { publishEvents, shareEventSettings, tendEvents } from '#server/store/events/merchant-events.ts';
import { callsAbout, createMerchant, sendTo } from '../support/merchant.ts';
import { actionXml } from '../support/odd-gateway.ts';
import { createOperator } from '../support/operator.ts';
import { pay, paymentRequest, readLedger } from '../support/payment-requests.ts';
import { storeOfFile } from '../support/store-under-test.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let customer: string;
let last: string;
const store = await storeOfFile();
const merchant = await createMerchant(store);
await shareEventSettings(store.database, { lowBalanceCredits: 100 });
beforeEach(async () => {
  customer = await store.newCustomer();
  await publishEvents(store.database);
  const [row] = await store.database.query<{ last: number }>('select last_id as last from event_numbers');
  last = String(row?.last);
});

const list = async (query: string) => {
  const { status, body } = await merchant.get(`/events?${query}`);
  expect(status).toBe(200);
  return v.parse(merchantReplySchemas.Events, body).events;
};
/** Returns the customer's events since the start of the test, without those of an ignored type. */
const read = async (ignored = 'grant.created') =>
  (await list(`after=${last}&limit=1000`)).filter(
    ({ type, data }) => type !== ignored && Object.values(data).includes(customer),
  );
const types = async () => (await read()).map(({ type }) => type);

/** Publishes an event and returns the event's id. */
const happen = async (): Promise<string> => {
  const add = "select add_event($1, 'balance.low', describe_customer($1), store_now())";
  await store.database.query(add, [customer]);
  await publishEvents(store.database);
  const [row] = await store.database.query<{ id: string }>('select max(event_id)::text as id from events');
  return row?.id ?? expect.fail();
};
const coffer = () => createCoffer({ url: 'http://localhost', key: merchant.key, fetch: sendTo(store) });
const { grant, spend, hold } = callsAbout(() => ({ merchant, customer }));
const inMinutes = (minutes: number) => store.clock.after(minutes * minuteMs).toISOString();
const adjust = (credits: number) =>
  store.database.query('select adjust_credits($1, $2, $3, $4, true)', [
    customer,
    crypto.randomUUID(),
    'records',
    credits,
  ]);
const buy = async () => {
  const key = crypto.randomUUID();
  expect((await pay(store, customer, paymentRequest(), key)).status).toBe(200);
  return key;
};
const reverse = async (key: string, ...amounts: string[]) => {
  store.gateway.saleActions.set(
    key,
    amounts.map((amount) => actionXml('refund', amount)),
  );
  await store.recovery.recheck(key, 'event 1');
};
/** Returns the transaction as events have it. @param cents what was refunded by each reversal */
const entry = async (...cents: number[]) => {
  const [listed] = await readLedger(store, customer);
  return {
    ...listed,
    customer_id: customer,
    product_id: 'plus-1200',
    amount_cents: 1_000,
    currency: 'USD',
    refunded_cents: cents.reduce((sum, refunded) => sum + refunded, 0),
    order_id: listed?.ionic_order_id,
    gateway_transaction_id: listed?.ionic_transaction_id,
    reversals: listed?.reversals.map((reversal, place) => ({ ...reversal, amount_cents: cents[place] })),
  };
};

describe('a merchant event', () => {
  it('contains the transaction after a purchase and after each reversal', async () => {
    const key = await buy();
    const bought = await entry();
    await store.clock.advance(1_000);
    await reverse(key, '-3.33');
    const partly = await entry(333);
    await reverse(key, '-3.33', '-6.67');
    const events = await read();
    expect(events).toEqual([
      { id: events[0]?.id, type: 'purchase.completed', timestamp: bought.transaction_date, data: bought },
      {
        id: events[1]?.id,
        type: 'purchase.reversed',
        timestamp: store.clock.now.toISOString(),
        // The card is null, because the store reads the card after it writes this event.
        data: { ...partly, card: null },
      },
      { ...events[2], type: 'purchase.reversed', data: await entry(333, 667) },
      { ...events[3], type: 'balance.low' },
      { ...events[4], type: 'balance.exhausted' },
    ]);
    expect(events[2]?.data).toMatchObject({ status: 'refunded', reversals: [{}, {}] });
  });

  it('contains the response of a grant call or an adjustment’s grant, once', async () => {
    const id = crypto.randomUUID();
    const body = { customer_id: customer, credits: 500, reason: 'Welcome' };
    const { body: granted } = await merchant.put(`/grants/${id}`, body);
    await merchant.put(`/grants/${id}`, body);
    await adjust(-600);
    await adjust(130);
    await buy();
    const events = (await read('balance.low')).filter(({ type }) => !type.startsWith('balance.'));
    const adjusted = { kind: 'adjustment', credits: 130, remaining: 30, customer_id: customer };
    expect(events).toMatchObject([
      { type: 'grant.created', data: granted as object },
      { type: 'grant.created', data: adjusted },
      { type: 'purchase.completed' },
    ]);
  });

  it('contains the response of a return call, and a repeated call adds no event', async () => {
    await grant(500);
    const spent = await spend(20);
    const path = `/spends/${spent}/returns/${crypto.randomUUID()}`;
    const { body } = await merchant.put(path, { credits: 5 });
    await merchant.put(path, { credits: 5 });
    const events = await read();
    const timestamp = store.clock.now.toISOString();
    expect(events).toEqual([{ id: events[0]?.id, type: 'spend.returned', timestamp, data: body }]);
  });

  it('reports each expired hold or grant once, with the same fields as the API', async () => {
    const granted = await grant(300, { expires_at: inMinutes(20) });
    await grant(200);
    const held = await hold(50);
    const { body } = await merchant.get(`/customers/${customer}/grants`);
    await store.clock.advance(20 * minuteMs);
    await expireCredits(store.database);
    await expireCredits(store.database);
    const events = await read();
    const timestamp = store.clock.now.toISOString();
    expect(events).toEqual([
      {
        id: events[0]?.id,
        type: 'hold.expired',
        timestamp,
        data: (await merchant.get(`/holds/${held}`)).body,
      },
      {
        id: events[1]?.id,
        type: 'grant.expired',
        timestamp,
        data: {
          ...v.parse(merchantReplySchemas.Grants, body).grants[0],
          id: granted,
          customer_id: customer,
          reason: 'Welcome',
          remaining: 0,
          held: 0,
          expired: 300,
        },
      },
    ]);
  });
});

describe('balance.low', () => {
  it('is sent once until the available credits rise above the limit again', async () => {
    await grant(120);
    await spend(20);
    expect(await types()).toEqual([]);
    await spend(1);
    await spend(1);
    const { body } = await merchant.get(`/customers/${customer}`);
    const { spending_limit: _, ...credits } = v.parse(merchantReplySchemas.Customer, body);
    expect(await read()).toMatchObject([{ data: { ...credits, balance: 99, available: 99 } }]);
    await grant(2);
    await spend(1);
    expect(await types()).toEqual(['balance.low', 'balance.low']);
  });

  it.each([
    ['a hold', () => hold(30)],
    ['an adjustment', () => adjust(-30)],
    ['voiding a grant', async () => merchant.delete(`/grants/${await grant(30)}`), 90],
    [
      'an expiry',
      async () => {
        await grant(30, { expires_at: inMinutes(1) });
        await store.clock.advance(minuteMs);
        await expireCredits(store.database);
      },
      90,
    ],
  ])('is sent when %s takes the credits below the limit', async (_, change, credits = 110) => {
    await grant(credits);
    await change();
    expect((await types()).filter((type) => type !== 'grant.expired')).toEqual(['balance.low']);
  });

  it('is not sent if a change frees held credits and the available credits do not fall', async () => {
    await grant(150, { expires_at: inMinutes(20) });
    await grant(60);
    const held = await hold(120, { expires_in: 3_600 });
    expect(await types()).toEqual(['balance.low']);
    await store.clock.advance(20 * minuteMs);
    await merchant.post(`/holds/${held}/release`);
    await adjust(100);
    await hold(150);
    await adjust(-60);
    expect(await types()).toEqual(['balance.low', 'grant.expired', 'balance.low']);
  });

  it('is never sent if the limit is 0, unlike balance.exhausted', async () => {
    await shareEventSettings(store.database, { lowBalanceCredits: 0 });
    await grant(10);
    await spend(10);
    await adjust(-10);
    await grant(30);
    await hold(20);
    await shareEventSettings(store.database, { lowBalanceCredits: 100 });
    expect(await types()).toEqual(['balance.exhausted', 'balance.exhausted']);
  });
});

describe('GET /v1/events', () => {
  it('returns an expired grant of an older release without the number of credits', async () => {
    const id = crypto.randomUUID();
    const add = "select add_event($1, 'grant.expired', $2, store_now())";
    const written = {
      id,
      kind: 'promotion',
      credits: 1,
      remaining: 0,
      held: 0,
      priority: 0,
      customer_id: customer,
    };
    await store.database.query(add, [customer, { ...written, created_at: '2026-11-20T12:00:00.000Z' }]);
    expect(await read()).toMatchObject([{ data: { id, expired: null } }]);
  });

  it('renames only fields that the previous release wrote', async () => {
    const present = { customer_id: 'c', expires_at: 't' };
    const renamed = await store.database.query('select with_present_names($1) as data', [present]);
    expect(renamed).toEqual([{ data: present }]);
  });

  it('pages through events in order of their ids, without gaps', async () => {
    await store.database.query(
      `insert into event_outbox (customer_id, type, data, occurred_at)
       select $1, 'balance.low', describe_customer($1), store_now() from generate_series(1, 2500)`,
      [customer],
    );
    const ids: number[] = [];
    for (let page = await list(`after=${last}&limit=1000`); page.length > 0; ) {
      ids.push(...page.map(({ id }) => Number(id)));
      page = await list(`after=${ids.at(-1)}&limit=1000`);
    }
    expect(ids).toEqual(Array.from({ length: 2_500 }, (_, place) => Number(last) + 1 + place));
    expect(await list(`after=${last}`)).toHaveLength(100);
  });

  it('lists a late commit behind the events that were already read', async () => {
    const insert = `insert into event_outbox (entry, customer_id, type, data, occurred_at) overriding system value
      values ($2, $1, 'balance.low', describe_customer($1) || jsonb_build_object('balance', $2::bigint), store_now())`;
    // Commit the lower number last, like a transaction that takes long.
    await store.database.query(insert, [customer, -1]);
    const [early] = await read();
    await store.database.query(insert, [customer, -2]);
    expect(await list(`after=${early?.id}`)).toMatchObject([{ data: { balance: -2 } }]);
  });

  it.each([
    ['after=x', 'after must be the id of an event.'],
    ['after=12345678901234567', 'after must be the id of an event.'],
    ['limit=0', 'limit must be a whole number from 1 to 1000.'],
    ['limit=1001', 'limit must be a whole number from 1 to 1000.'],
    ['limit=', 'limit must be a whole number from 1 to 1000.'],
  ])('rejects %s', async (query, detail) => {
    const reply = await merchant.get(`/events?${query}`);
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid-request', detail } });
  });

  it('requires a key with the read scope', async () => {
    const spender = await createMerchant(store, ['spend']);
    expect((await spender.get('/events')).status).toBe(403);
  });

  it('lists no events older than 30 days', async () => {
    await grant(10);
    await spend(10);
    await publishEvents(store.database);
    await store.clock.advance(30 * dayMs);
    await tendEvents(store.database);
    expect(await types()).toEqual(['balance.exhausted']);
    const newest = (await list(`after=${last}`)).at(-1);
    await store.clock.advance(1);
    await tendEvents(store.database);
    expect(await list('limit=1000')).toEqual([]);
    expect(await list(`after=${newest?.id}`)).toEqual([]);
  });

  it('returns events-gone if events after the reader’s last event were deleted', async () => {
    const first = await happen();
    const deleted = await happen();
    await store.clock.advance(30 * dayMs + 1);
    await tendEvents(store.database);
    const kept = await happen();
    const gone = { name: 'CofferError', status: 410, code: 'events-gone' };
    await expect(coffer().listEvents({ after: first })).rejects.toMatchObject(gone);
    expect(await coffer().listEvents({ after: deleted })).toMatchObject([{ id: kept }]);
    expect(await coffer().listEvents({ after: '0' })).toMatchObject([{ id: kept }]);
    expect(await coffer().listEvents()).toMatchObject([{ id: kept }]);
  });

  it('returns events-gone if the previous release deleted the events', async () => {
    const first = await happen();
    const deleted = await happen();
    await store.clock.advance(30 * dayMs + 1);
    await store.database.query(`
      with deleted as (
        delete from events using (select event_id from events order by event_id limit 10000) oldest
        where events.event_id = oldest.event_id and published_at < store_now() - interval '30 days'
        returning events.event_id
      )
      select array_agg(event_id) from deleted`);
    await expect(coffer().listEvents({ after: first })).rejects.toMatchObject({ code: 'events-gone' });
    expect(await coffer().listEvents({ after: deleted })).toEqual([]);
  });

  it('returns unknown-event if a restore lost the last event, and never reuses an id', async () => {
    const kept = await happen();
    const lost = String(Number(kept) + 1);
    const refusal = { name: 'CofferError', status: 409, code: 'unknown-event' };
    await expect(coffer().listEvents({ after: lost })).rejects.toMatchObject(refusal);
    const { eventsContinueAfter } = await createOperator(store.database).json('restored');
    const next = await happen();
    expect(next).toBe(String(Number(eventsContinueAfter) + 1));
    expect(Number(next)).toBe(1e15 + store.clock.now.getTime() * 1_000 + 1);
    await expect(coffer().listEvents({ after: lost })).rejects.toMatchObject(refusal);
    expect(await coffer().listEvents({ after: kept })).toMatchObject([{ id: next }]);
  });
});
