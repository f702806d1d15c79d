import type { TransactionStatus } from '#contract/queries.ts';
import { isOrderId, OddRecordError, ownReversalsOf, readOrder } from '../gateway/order.ts';
import { isUnreadable, type RecordedTransaction } from '../gateway/records.ts';
import type { PaymentParts } from '../parts.ts';
import { orderOfRefund } from '../refunds/refund-requests.ts';
import { reportRefundWithoutOrder } from '../refunds/refund-without-order.ts';
import { claimedOrders } from './attempts.ts';
import { storeCard } from './paid-with.ts';
import type { Recovery } from './recovery.ts';

/** Hours of records to read again, because records lag and some gateways write Eastern time instead of UTC. */
const overlapHours = 6;
/** Hours of records that the first run reads. */
const firstLookHours = 72;
const intervalMinutes = 60;
const retryMinutes = 5;

interface BookedOrder {
  readonly status: TransactionStatus;
  readonly gatewayTransactionId: string | null;
  readonly hasCard: boolean;
  /** References of the booked reversals. */
  readonly references: readonly string[];
}

/** Finds changed gateway records that differ from the books, and looks up their orders. Runs hourly in one process. */
export const createChangedRecords = (parts: PaymentParts, recovery: Recovery) => {
  const { database, gateway, log } = parts;

  const isBooked = async (transaction: RecordedTransaction): Promise<boolean> => {
    const [booked] = await database.query<BookedOrder>(findBooked, [transaction.orderId]);
    if (booked === undefined) return true;
    const { orderId, transactionId, card } = transaction;
    if (card !== undefined && transactionId !== null && !booked.hasCard)
      await storeCard(database, orderId, transactionId, card);
    return agrees(booked, transaction);
  };

  /** Returns the order id of a refund that a customer or an operator requested, or an empty string. */
  const orderOf = async ({ transactionId }: RecordedTransaction): Promise<string> =>
    (transactionId !== null && (await orderOfRefund(database, transactionId))) || '';

  /** Compares a record with the books. @returns whether its order was looked up */
  const compare = async (found: RecordedTransaction): Promise<boolean> => {
    const orderId = found.orderId || (await orderOf(found));
    const transaction = { ...found, orderId };
    if (orderId === '') await reportRefundWithoutOrder(parts, transaction);
    if (!isOrderId(orderId) || (await isBooked(transaction))) return false;
    await recovery.recheck(orderId, 'records');
    return true;
  };

  /** Logs an unreadable record and continues, so that it doesn't block the next ones. */
  const compareOrReport = async (transaction: RecordedTransaction): Promise<boolean> => {
    try {
      if (isUnreadable(transaction))
        throw new OddRecordError("A transaction in the gateway's records can't be read.");
      return await compare(transaction);
    } catch (error) {
      if (!(error instanceof OddRecordError)) throw error;
      const transactionId = transaction.transactionId ?? undefined;
      const attemptId = isOrderId(transaction.orderId) ? transaction.orderId : undefined;
      log.warn({ event: 'record-odd', transactionId, attemptId, error });
      return false;
    }
  };

  return {
    /** Reads the records changed since the last run, if an hour has passed (5 min after a failure) and no other process does it. */
    async look(): Promise<void> {
      const [look] = await database.query<{ since: Date; startedAt: Date }>(takeLook, [
        retryMinutes,
        overlapHours,
        firstLookHours,
      ]);
      if (look === undefined) return;
      let read = 0;
      let lookedUp = 0;
      for await (const transaction of gateway.changedSince(look.since)) {
        read += 1;
        if (await compareOrReport(transaction)) lookedUp += 1;
      }
      await database.query(endLook, [look.startedAt, intervalMinutes]);
      log.info({ event: 'records-read', read, lookedUp });
    },
  };
};

const agrees = (booked: BookedOrder, transaction: RecordedTransaction): boolean => {
  const recorded = readOrder([transaction], transaction.orderId);
  const has = ({ reference }: { reference: string }) => booked.references.includes(reference);
  switch (recorded.kind) {
    case 'charged':
      return (
        booked.gatewayTransactionId === recorded.charges[0].transactionId &&
        (booked.status === 'completed' || booked.status === 'refunded') &&
        recorded.charges[0].reversals.every(has)
      );
    case 'not-charged':
      return booked.status !== 'pending';
    case 'undecided':
    case 'nothing':
      return ownReversalsOf(transaction).every(has);
  }
};

/** Claims the run for the retry interval only. If this process crashes, another one can run after that. */
const takeLook = `
  update gateway_sweeps set next_at = store_now() + $1::int * interval '1 min'
  where next_at <= store_now()
  returning store_now() as "startedAt",
    coalesce(swept_to - $2::int * interval '1 h', store_now() - $3::int * interval '1 h') as since`;

const endLook = `
  update gateway_sweeps
  set swept_to = $1, next_at = $1::timestamptz + $2::int * interval '1 min'`;

const findBooked = `
  select entries.status, entries.gateway_transaction_id as "gatewayTransactionId",
    entries.card_last4 is not null as "hasCard",
    coalesce(array_agg(movements.reference) filter (where movements.reference is not null), '{}') as references
  from ${claimedOrders}
  left join movements on movements.customer_id = entries.customer_id and movements.position = entries.position
  where claims.kind = 'order' and claims.claim = uuid_send($1::uuid)
  group by entries.customer_id, entries.position`;
