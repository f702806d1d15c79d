import { expect, it } from 'vitest';
import { callFunction } from '#server/store/database/call-function.ts';
import type { Queryable } from '#server/store/database/database.ts';
import type { PurchaseDecision, PurchaseOrder } from '#server/store/database/functions.gen.ts';
import { stopStoreClock } from '../../../store-clock.ts';
import { databaseOfFile } from '../support/test-database.ts';

const database = await databaseOfFile();
await stopStoreClock(database, new Date('2026-11-20T12:00:00Z'));

const orderOf = (customer: string, changes: Partial<PurchaseOrder> = {}): PurchaseOrder => ({
  customer_id: customer,
  attempt_id: crypto.randomUUID(),
  transaction_id: crypto.randomUUID(),
  fingerprint: Buffer.from('request'),
  token_hash: Buffer.from(crypto.randomUUID()),
  product_id: 'expiring',
  patience_ms: 600_000,
  ip_address: '192.0.2.1',
  attempts_per_minute: 4,
  attempts_in_flight: 3,
  declines_per_customer: 3,
  declines_per_network: customer === 'newcomer' ? 99 : 9,
  sender: 1,
  ...changes,
});
const decisionOf = ({ customer_id, attempt_id }: PurchaseOrder, sentAt: Date): PurchaseDecision => ({
  customer_id,
  attempt_id,
  status: customer_id === 'declined' ? 'failed' : 'completed',
  decided_by: 'gateway',
  cause: 'attempt',
  state: 'sending',
  sent_at: sentAt,
  gateway_transaction_id: `charge of ${attempt_id}`,
  refusal_detail: customer_id === 'declined' ? 'Declined.' : null,
  is_decline: true,
  look_again_ms: 3_600_000,
  reversals:
    customer_id === 'reversed'
      ? [{ kind: 'refund', reference: 'refund 1', amount_cents: 4_900, gateway_transaction_id: null }]
      : [],
  refunded_code: 'refunded',
  refunded_detail: 'Refunded.',
});

/** Opens and settles in batches. Returns all results. */
const buy = async (transaction: Queryable, orders: readonly PurchaseOrder[], size: number) => {
  const sorted = orders.toSorted((one, other) => (one.customer_id < other.customer_id ? -1 : 1));
  const batchesOf = <Item>(items: readonly Item[]) =>
    Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));
  const openings = [];
  for (const batch of batchesOf(sorted))
    openings.push(...(await callFunction(transaction, 'open_purchases', { orders: batch })));
  const decisions = openings.flatMap((opening, place) => {
    const order = sorted[place];
    return order && opening.outcome === 'opened' ? decisionOf(order, opening.sent_at) : [];
  });
  const settlements = [];
  for (const batch of batchesOf(decisions))
    settlements.push(...(await callFunction(transaction, 'settle_purchases', { decisions: batch })));
  return { openings, settlements };
};

const tables =
  'accounts transactions ledger_blocks purchase_attempts gateway_claims movements postings credit_grants grant_allocations event_outbox mails open_cases declines cards';

/** Runs purchases in a transaction that it rolls back. Returns the results, and all rows. */
const tryOut = async (orders: readonly PurchaseOrder[], size: number) => {
  const found: Record<string, unknown> = {};
  const work = async (transaction: Queryable): Promise<never> => {
    Object.assign(found, await buy(transaction, orders, size));
    for (const table of tables.split(' '))
      found[table] = await transaction.query(
        `select to_jsonb(rows) - '{entry,mail_id}'::text[] as row from ${table} rows
         order by ${table === 'event_outbox' ? 'customer_id, entry' : "(to_jsonb(rows) - 'mail_id')::text"}`,
      );
    throw new Error('undo');
  };
  await expect(database.transaction(work)).rejects.toThrow('undo');
  return found;
};

it('purchases have the same effect together as one by one', async () => {
  const proven =
    'blocked cases declined full limited negative plain priced repeated reversed saving tokens two withdrawn wrong';
  await database.query(`
    insert into product_versions
    select id, 1, 'Package', 4900, 1000, bonus, '', 1, true, 'test', now(), expiry, expiry
    from (values ('plain', 0, null), ('expiring', 100, 30)) products (id, bonus, expiry)`);
  await database.query(
    `insert into customers (customer_id, email, created_at)
     select id, id || '@example.com', now() from unnest($1::text[]) customers (id)`,
    [`${proven} newcomer`.split(' ')],
  );
  await database.query('insert into accounts (customer_id) select customer_id from customers');
  await database.query('update event_settings set sends_mail = true');
  const before = proven.split(' ').map((customer) => orderOf(customer));
  const { settlements } = await buy(database, before, 1);
  expect(settlements.map(({ moved }) => moved)).not.toContain(false);
  await database.query(`update customers set blocked_at = now() where customer_id = 'blocked'`);
  await database.query(`update accounts set balance = 999999999500 where customer_id = 'full'`);
  await database.query(`update accounts set balance = -200 where customer_id = 'negative'`);

  const [repeated, withdrawn, cases] = [orderOf('repeated'), orderOf('withdrawn'), orderOf('cases')];
  await database.query(`insert into withdrawn_attempts values ('withdrawn', $1, now())`, [
    withdrawn.attempt_id,
  ]);
  await database.query(
    `insert into open_cases (kind, reference, evidence, opened_at) values ('outcome-unknown', $1, '{}', now())`,
    [cases.attempt_id],
  );
  const orders = [
    ...'blocked declined full negative newcomer plain reversed two two'.split(' ').map((one) => orderOf(one)),
    ...Array.from({ length: 5 }, () => orderOf('limited')),
    repeated,
    repeated,
    withdrawn,
    cases,
    orderOf('plain', { product_id: 'plain', expected_cents: 4_900 }),
    orderOf('priced', { expected_cents: 1 }),
    orderOf('saving', {
      new_card_id: crypto.randomUUID(),
      vault_id: 'v',
      max_cards: 10,
      signed_in_at: new Date(),
    }),
    orderOf('tokens', { token_hash: before[0]?.token_hash ?? null }),
    orderOf('wrong', { product_id: 'none' }),
  ];
  expect(await tryOut(orders, orders.length)).toEqual(await tryOut(orders, 1));
});
