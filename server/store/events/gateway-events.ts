import { isUpdaterNews, updateCards } from '../cards/account-updater.ts';
import {
  isOrderId,
  OddRecordError,
  ownReversalsOf,
  type RecordedOrder,
  reversalsOf,
} from '../gateway/order.ts';
import type { GatewayEvent } from '../gateway/webhook.ts';
import { centsOf } from '../ledger/money.ts';
import type { PaymentParts } from '../parts.ts';
import { untilNextTry } from '../payments/attempts.ts';
import { openCase } from '../payments/open-cases.ts';
import type { Recovery } from '../payments/recovery.ts';
import { orderOfRefund } from '../refunds/refund-requests.ts';
import { reportRefundWithoutOrder } from '../refunds/refund-without-order.ts';

const batchSize = 50;

interface WaitingEvent extends GatewayEvent {
  /** Whether the event has waited longer than the gateway's records can lag. */
  readonly isOverdue: boolean;
  readonly receivedAt: Date;
}

/** What the store did with an event. Undefined: the gateway's records don't confirm the event yet. */
type Outcome = 'booked' | 'card-updated' | 'outdated' | 'case' | 'not-ours' | 'ignored' | undefined;

export type GatewayEvents = ReturnType<typeof createGatewayEvents>;

/** Processes the gateway's events. They only trigger reads of the records, so forged events can't move money. */
export const createGatewayEvents = (parts: PaymentParts, recovery: Recovery) => {
  const { database, gateway, log, tracing } = parts;

  const ofOrder = async (event: WaitingEvent, orderId: string): Promise<Outcome> => {
    if (!isOrderId(orderId)) return 'not-ours';
    const checked = await recovery.recheck(orderId, `event ${event.id}`);
    if (checked === undefined) return 'not-ours';
    const told = await database.query<{ events: number }>(countEqualEvents, [
      event.type,
      orderId,
      event.body.action?.amount ?? null,
    ]);
    return isRecorded(event, checked.recorded, told[0]?.events ?? 1) ? 'booked' : undefined;
  };

  const ofTransaction = async (event: WaitingEvent, transactionId: string): Promise<Outcome> => {
    const transaction = await gateway.findTransaction(transactionId);
    if (transaction === undefined) return undefined;
    const orderId = transaction.orderId || (await orderOfRefund(database, transactionId));
    if (orderId !== undefined) return ofOrder(event, orderId);
    // All our sales have an order id. Only a separate refund may lack one.
    if (ownReversalsOf(transaction).length === 0) return 'not-ours';
    await reportRefundWithoutOrder(parts, transaction);
    return 'case';
  };

  const openChargebacks = async ({ id, body }: WaitingEvent): Promise<Outcome> => {
    for (const [index, { id: chargebackId, amount, date, reason }] of (body.chargebacks ?? []).entries()) {
      const cents = Math.abs(centsOf(amount ?? ''));
      await openCase(parts, {
        kind: 'chargeback',
        reference: chargebackId ?? `${id}/${index + 1}`,
        evidence: {
          eventId: id,
          chargebackId,
          date,
          reason,
          givenBackCents: Number.isNaN(cents) ? null : cents,
        },
      });
    }
    return 'case';
  };

  const workOff = async (event: WaitingEvent): Promise<Outcome> => {
    const { type, body } = event;
    if (type === 'chargeback.batch.complete') return openChargebacks(event);
    if (isUpdaterNews(type))
      return updateCards(parts, {
        type,
        vaultIds: body.vault_ids ?? [],
        date: body.updated_date,
        receivedAt: event.receivedAt,
      });
    if (!reversalEventTypes.test(type)) return 'ignored';
    if (body.order_id !== null) return ofOrder(event, body.order_id);
    return body.transaction_id === null ? 'ignored' : ofTransaction(event, body.transaction_id);
  };

  const giveUp = async ({ id, type, body }: WaitingEvent): Promise<Outcome> => {
    await openCase(parts, {
      kind: 'event-unconfirmed',
      reference: id,
      evidence: { eventId: id, outcome: type, transactionId: body.transaction_id, orderId: body.order_id },
    });
    return 'case';
  };

  const resolve = async (event: WaitingEvent): Promise<void> => {
    const { id, type } = event;
    try {
      // Rereading an unreadable record won't help, so give up once the event is overdue.
      const found = await workOff(event).catch((error: unknown) => {
        if (error instanceof OddRecordError && event.isOverdue) return undefined;
        throw error;
      });
      const outcome = found ?? (event.isOverdue ? await giveUp(event) : undefined);
      if (outcome === undefined) return;
      await database.query('update gateway_events set check_at = null, outcome = $2 where event_id = $1', [
        id,
        outcome,
      ]);
      if (outcome !== 'ignored') log.info({ event: 'event-worked-off', eventId: id, type, outcome });
    } catch (error) {
      // The next attempt is already scheduled.
      log.warn({ event: 'event-failed', eventId: id, type, error });
    }
  };

  return {
    /** Stores an event. Ignores duplicates. */
    async keep({ id, type, body }: GatewayEvent): Promise<void> {
      await database.query(keepEvent, [id, type, body.transaction_id, body.order_id, JSON.stringify(body)]);
    },

    async work(): Promise<void> {
      const due = await database.query<WaitingEvent>(takeDueEvents, [batchSize, parts.config.outcomeCaseMs]);
      if (due.length === 0) return;
      await tracing.span({ name: 'sweep events', attributes: { 'coffer.sweep.items': due.length } }, () =>
        Promise.all(due.map(resolve)),
      );
    },
  };
};

/** Types of sale and reversal events (NMI, "Webhooks"). */
const reversalEventTypes =
  /^transaction\.(sale\.(success|failure|unknown)|(refund|void)\.success|check\.status\.(return|latereturn))$/;

/** Returns whether the records confirm the event. @param told the number of events with its type, order and amount */
const isRecorded = ({ type, body }: WaitingEvent, recorded: RecordedOrder, told: number): boolean => {
  if (type.startsWith('transaction.sale.')) {
    if (type.endsWith('.success')) return recorded.kind === 'charged';
    return recorded.kind === 'charged' || recorded.kind === 'not-charged';
  }
  if (recorded.kind !== 'charged') return false;
  const reversals = reversalsOf(recorded);
  if (type.startsWith('transaction.void.')) return reversals.some(({ kind }) => kind === 'void');
  if (type.startsWith('transaction.check.')) return reversals.some(({ kind }) => kind === 'return');
  const cents = Math.abs(centsOf(body.action?.amount ?? ''));
  const refunds = reversals.filter(({ kind }) => kind === 'refund');
  // Match a separate refund by its transaction id. Otherwise, each event needs its own refund of that amount.
  if (refunds.some(({ reference }) => reference === body.transaction_id)) return true;
  const alike = Number.isNaN(cents) ? refunds : refunds.filter(({ amountCents }) => amountCents === cents);
  return alike.length >= told;
};

const keepEvent = `
  insert into gateway_events (event_id, event_type, transaction_id, order_id, body, received_at, check_at)
  values ($1, $2, $3, $4, $5, store_now(), store_now())
  on conflict (event_id) do nothing`;

const countEqualEvents = `
  select count(*) as events
  from gateway_events
  where event_type = $1 and order_id = $2 and body -> 'action' ->> 'amount' is not distinct from $3`;

/** Uses a CTE. Otherwise, a nested loop could run the locking subquery once per row, and lock too many rows. */
const takeDueEvents = `
  with due as materialized (
    select event_id from gateway_events where check_at <= (select store_now())
    order by check_at limit $1 for update skip locked
  )
  update gateway_events events
  set check_at = store_now() + ${untilNextTry('store_now() - events.received_at')}
  from due
  where events.event_id = due.event_id
  returning events.event_id as id, events.event_type as type, events.body, events.received_at as "receivedAt",
    events.received_at <= store_now() - $2::bigint * interval '1 ms' as "isOverdue"`;
