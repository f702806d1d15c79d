import { expect } from 'vitest';
import type { CheckoutFailure } from '#machines/checkout.types.ts';
import type { Sale } from '#server/sandbox/gateway/index.ts';
import type { TestCustomer } from './customer.ts';
import type { System } from './system.ts';

interface Account {
  balance: number;
  spent_cents: number;
  last_position: number;
  entries: {
    order_id: string;
    status: string;
    total_credits: number;
    amount_cents: number;
    gateway_transaction_id: string | null;
  }[];
  /** How many entries of each status the store has counted. */
  counters: Record<string, number>;
}

const readAccount = `
  select balance, spent_cents, entries as last_position,
    (
      select coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('total_credits', credits + bonus_credits)), '[]')
      from transactions t where t.customer_id = accounts.customer_id
    ) as entries,
    (
      select coalesce(jsonb_object_agg(status, counted), '{}')
      from (
        select status, sum(entries) as counted
        from ledger_blocks where ledger_blocks.customer_id = accounts.customer_id group by status
      ) counters
      where counted > 0
    ) as counters
  from accounts where customer_id = $1`;

/** What holds once nothing is under way any more, whatever has happened before. */
export const expectInvariants = async (
  { database, sales: salesOf }: System,
  customer: TestCustomer,
): Promise<void> => {
  const sales = salesOf();
  const charged = sales.filter(({ outcome }) => outcome === 'approved');
  const isRefunded = ({ refundedAt }: Sale) => refundedAt !== undefined;
  const [account] = await database.query<Account>(readAccount, [customer.id]);
  if (account === undefined) throw new Error('The customer has no account.');
  const { entries } = account;
  const completed = entries.filter(({ status }) => status === 'completed');

  expect(new Set(sales.map(({ orderId }) => orderId)).size, 'at most one sale an attempt').toBe(sales.length);
  expect(
    entriesOf(entries.filter(({ status }) => status === 'completed' || status === 'refunded')),
    'what is credited is what was charged, and what was given back is refunded',
  ).toEqual(
    sorted(
      charged.map((sale) => {
        const status = isRefunded(sale) ? 'refunded' : 'completed';
        return [sale.orderId, status, sale.amountCents, sale.transactionId];
      }),
    ),
  );
  expect(
    { balance: account.balance, spent: account.spent_cents, entries: account.last_position },
    'the account is the sum of its ledger',
  ).toEqual({
    balance: sum(completed.map(({ total_credits }) => total_credits)),
    spent: sum(completed.map(({ amount_cents }) => amount_cents)),
    entries: entries.length,
  });
  expect(account.counters, 'the counters count the ledger').toEqual(
    count(entries.map(({ status }) => status)),
  );

  expect(
    entries.filter(({ status }) => status === 'pending'),
    'nothing pending past its deadline',
  ).toEqual([]);
  expect(customer.keptAttempts(), 'nothing open at the customer’s device').toEqual([]);
  expect(customer.isBusy(), 'no spinner').toBe(false);

  const chargedOrders = new Map(charged.map((sale) => [sale.orderId, sale]));
  expect(
    customer.reported.failed.filter(({ attemptId, failure }) => {
      const sale = chargedOrders.get(attemptId);
      return sale !== undefined && !(isRefunded(sale) && tellsOfRefund(failure));
    }),
    '"failed" never said of a charged attempt',
  ).toEqual([]);
  expect(
    customer.reported.purchased.filter((attemptId) => !chargedOrders.has(attemptId)),
    '"success" never said of an attempt that was not charged',
  ).toEqual([]);
};

/** By name, or by the words of the store. */
const tellsOfRefund = ({ name, message }: CheckoutFailure) =>
  name === 'refunded' || message.includes('refunded');

const entriesOf = (entries: Account['entries']): string[] =>
  sorted(
    entries.map((entry) => [entry.order_id, entry.status, entry.amount_cents, entry.gateway_transaction_id]),
  );

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();

const count = (texts: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
};
