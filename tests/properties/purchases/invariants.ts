import { expect } from 'vitest';
import type { Sale } from '#local-nmi';
import type { CheckoutFailure } from '#machines/purchase/checkout.types.ts';
import { findBookErrors } from '#server/store/ledger/books.ts';
import type { TestCustomer } from './customer.ts';
import type { System } from './system.ts';

interface Entry {
  readonly order_id: string;
  readonly status: string;
  readonly amount_cents: number;
  readonly refunded_cents: number;
  readonly gateway_transaction_id: string | null;
}

const readEntries = `
  select order_id, status, amount_cents, refunded_cents, gateway_transaction_id
  from transactions where customer_id = $1`;

export const expectInvariants = async (
  { database, returned, sales: salesOf }: System,
  customer: TestCustomer,
): Promise<void> => {
  const sales = salesOf();
  const charged = sales.filter(({ outcome }) => outcome === 'approved');
  /** Returns a sale's refunded cents. A chargeback returns the rest of the charge. */
  const refundedCentsOf = ({ orderId, amountCents, refundedCents = 0 }: Sale) =>
    returned.has(orderId) ? amountCents : refundedCents;
  const isRefunded = (sale: Sale) => refundedCentsOf(sale) === sale.amountCents;
  const entries = await database.query<Entry>(readEntries, [customer.id]);

  expect(new Set(sales.map(({ orderId }) => orderId)).size, 'at most one sale per attempt').toBe(
    sales.length,
  );
  expect(
    entriesOf(entries.filter(({ status }) => status === 'completed' || status === 'refunded')),
    'credits match charges less refunds',
  ).toEqual(
    sorted(
      charged.map((sale) => {
        const status = isRefunded(sale) ? 'refunded' : 'completed';
        return [sale.orderId, status, sale.amountCents, refundedCentsOf(sale), sale.transactionId];
      }),
    ),
  );
  expect(await findBookErrors(database, customer.id), 'the postings prove the books').toEqual([]);
  const returns = await database.query<{ attempt_id: string }>(
    "select distinct attempt_id from open_cases where customer_id = $1 and kind = 'return'",
    [customer.id],
  );
  expect(returns.map(({ attempt_id }) => attempt_id).sort(), 'each return is a case for a person').toEqual(
    [...returned].sort(),
  );

  const pending = entries.filter(({ status }) => status === 'pending').map(({ order_id }) => order_id);
  const cases = await database.query<{ attempt_id: string }>(
    "select attempt_id from open_cases where customer_id = $1 and kind = 'outcome-unknown' and closed_at is null",
    [customer.id],
  );
  expect(pending.sort(), 'pending purchases have an open case for a person').toEqual(
    cases.map(({ attempt_id }) => attempt_id).sort(),
  );
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

const tellsOfRefund = ({ name, message }: CheckoutFailure) =>
  name === 'refunded' || message.includes('refunded');

const entriesOf = (entries: readonly Entry[]): string[] =>
  sorted(
    entries.map((entry) => [
      entry.order_id,
      entry.status,
      entry.amount_cents,
      entry.refunded_cents,
      entry.gateway_transaction_id,
    ]),
  );

const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
