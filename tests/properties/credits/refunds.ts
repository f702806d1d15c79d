import type { Database } from '#server/store/database/database.ts';
import type { CardGateway } from '#server/store/gateway/gateway.ts';
import type { RecordedReversal } from '#server/store/gateway/order.ts';
import { HttpError } from '#server/store/http/http-error.ts';
import type { PurchaseAttempts } from '#server/store/payments/attempts.ts';
import { createRecovery } from '#server/store/payments/recovery.ts';
import { requestRefund } from '#server/store/refunds/request-refund.ts';
import { noTracing } from '#server/store/tracing/tracing.ts';
import type { StoreClock } from '../../store-clock.ts';
import { silentLog } from '../../unit/store/support/logs.ts';
import type { Step } from './steps.ts';

type RefundStep = Extract<Step, { readonly does: 'refund' }>;

/** A purchase, and what the gateway knows of it. */
export interface Purchase {
  readonly attempt: Parameters<PurchaseAttempts['settle']>[0];
  readonly transactionId: string;
  /** Reversals in the gateway's records, and refunds that they don't show yet. */
  readonly reversals: RecordedReversal[];
  readonly late: RecordedReversal[];
  /** What becomes of the next refund. Undefined until the customer requests one. */
  next?: RefundStep;
  /** Whether the store never heard what became of a refund. */
  isUnknown: boolean;
  timesRefunded: number;
}

class Crash extends Error {}

const createGateway = (
  purchaseOf: (orderId: string) => Purchase,
): Pick<CardGateway, 'find' | 'findTransaction' | 'reverse'> => ({
  async find(orderId) {
    const { attempt, reversals } = purchaseOf(orderId);
    const charge = { transactionId: orderId, amountCents: attempt.amountCents, reversals };
    return { kind: 'charged', charges: [charge], reversals: [] };
  },
  async findTransaction(id) {
    if (purchaseOf(id).next?.reply === 'unread') throw new Error('The records can’t be read.');
    return undefined;
  },
  async reverse({ orderId, amountCents }) {
    const purchase = purchaseOf(orderId);
    const { attempt, reversals, late, next } = purchase;
    const refunds = [...reversals, ...late].filter(({ kind }) => kind !== 'return');
    const refundedCents = refunds.reduce((sum, refund) => sum + refund.amountCents, 0);
    if (next?.reply === 'unsent') return { kind: 'unsent', why: 'ECONNREFUSED' };
    if (next?.reply === 'refused' || refundedCents + amountCents > attempt.amountCents)
      return { kind: 'refused', code: 300, text: '' };
    purchase.isUnknown ||= /lost|crashed/.test(next?.reply ?? '');
    if (next?.reply === 'crashed-unmade') throw new Crash();
    if (next?.reply === 'lost-unmade') return { kind: 'unknown', why: 'ECONNRESET' };
    const transactionId = crypto.randomUUID();
    const refund = { kind: 'refund', reference: transactionId, transactionId, amountCents } as const;
    (next?.lags ? late : reversals).push(refund);
    purchase.timesRefunded += 1;
    if (next?.reply === 'crashed') throw new Crash();
    return next?.reply === 'lost'
      ? { kind: 'unknown', why: 'ECONNRESET' }
      : { kind: 'approved', transactionId };
  },
});

/** Creates the store's refunds, at a gateway that only knows the purchases in `sold`. */
export const createRefunds = (database: Database, attempts: PurchaseAttempts, clock: StoreClock) => {
  const sold = new Map<string, Purchase>();
  const gateway = createGateway((orderId) => {
    const purchase = sold.get(orderId);
    if (purchase === undefined) throw new Error(`Nothing was sold as ${orderId}.`);
    return purchase;
  });
  const config = { selfRefundDays: 3, returnsTakeCredits: true, gateway: { saleTimeoutMs: 25_000 } };
  const parts = { config, database, log: silentLog, attempts, gateway, tracing: noTracing } as never;
  const { recheck } = createRecovery(parts);

  return {
    sold,
    recheck: ({ attempt }: Purchase) => recheck(attempt.attemptId, 'records'),

    async request(purchase: Purchase, step: RefundStep): Promise<void> {
      purchase.next = step;
      const caller = { customerId: purchase.attempt.customerId, authenticatedAt: clock.now };
      const request = () =>
        requestRefund(parts, caller, purchase.transactionId).catch((error: unknown) => {
          if (!(error instanceof HttpError || error instanceof Crash)) throw error;
        });
      await Promise.all(Array.from({ length: step.times }, request));
    },

    /** Shows late refunds in the records, closes cases of refunds that were not made, and looks up all outcomes. */
    async look(purchases: readonly Purchase[]): Promise<void> {
      for (const { attempt, reversals, late, isUnknown, timesRefunded } of purchases) {
        if (!isUnknown && late.length === 0) continue;
        reversals.push(...late.splice(0));
        if (timesRefunded === 0) await database.query(closeCases, [attempt.attemptId]);
        await recheck(attempt.attemptId, 'records');
      }
    },

    /** Returns refunds of more than what was paid and unspent, and refunds that are still open. */
    async findErrors(): Promise<string[]> {
      const twice = [...sold.values()].filter(({ timesRefunded }) => timesRefunded > 1);
      const errors = await database.query<{ error: string }>(`${findSpent} union all ${findOpen}`);
      return [
        ...twice.map(({ attempt }) => `${attempt.customerId}: ${attempt.attemptId} was refunded twice`),
        ...errors.map(({ error }) => error),
      ];
    },
  };
};

const closeCases = `
  update open_cases set closed_at = store_now(), closed_by = 'tests', resolution = 'not refunded'
  where kind = 'refund-unknown' and attempt_id = $1 and closed_at is null`;

/** Finds purchases that their customer refunded, although some of their credits were spent and not returned. */
const findSpent = `
  select attempts.customer_id || ': ' || attempts.attempt_id || ' was refunded and spent' as error
  from refund_requests requests
  join purchase_attempts attempts using (customer_id, attempt_id)
  join grant_allocations allocations using (customer_id)
  join movements using (customer_id, movement)
  where grant_id = any (grants_of_entry(customer_id, attempts.position)) and started_by = 'customer'
    and requests.state = 'recorded' and movements.kind in ('spend', 'return')
  group by attempts.customer_id, attempts.attempt_id having sum(allocations.credits) <> 0`;

/** Finds requests without an outcome, and credits that are held for a refund that has ended. */
const findOpen = `
  select customer_id || ': the refund of ' || attempt_id || ' is still open'
  from refund_requests left join holds using (customer_id, refund_id)
  where refund_requests.ended_at is null or holds.state = 'open'`;
