import type { Database } from '#server/store/database/database.ts';
import type { CardGateway } from '#server/store/gateway/gateway.ts';
import type { RecordedReversal } from '#server/store/gateway/order.ts';
import { HttpError } from '#server/store/http/http-error.ts';
import type { PaymentParts } from '#server/store/parts.ts';
import type { PurchaseAttempts } from '#server/store/payments/attempts.ts';
import { createRecovery } from '#server/store/payments/recovery.ts';
import { requestRefund } from '#server/store/refunds/request-refund.ts';
import { noTracing } from '#server/store/tracing/tracing.ts';
import type { StoreClock } from '../../store-clock.ts';
import { silentLog } from '../../unit/store/support/logs.ts';
import type { Step } from './steps.ts';

type RefundStep = Extract<Step, { readonly does: 'refund' }>;

/** A purchase, with the reversals in the gateway's records. */
export interface Purchase {
  readonly attempt: Parameters<PurchaseAttempts['settle']>[0];
  readonly transactionId: string;
  readonly reversals: RecordedReversal[];
}

interface Sale {
  readonly purchase: Purchase;
  /** Refunds that the records don't show yet. */
  readonly late: RecordedReversal[];
  /** What becomes of the next refund. Undefined until the customer requests one. */
  next: Pick<RefundStep, 'reply' | 'lags'> | undefined;
  timesRefunded: number;
}

class Crash extends Error {}

/** Creates a gateway for the players' purchases, and the store's refunds at that gateway. */
export const createRefunds = (database: Database, attempts: PurchaseAttempts, clock: StoreClock) => {
  const sales = new Map<string, Sale>();
  const saleOf = (orderId: string): Sale => {
    const sale = sales.get(orderId);
    if (sale === undefined) throw new Error(`Nothing was sold as ${orderId}.`);
    return sale;
  };

  const gateway: Pick<CardGateway, 'find' | 'findTransaction' | 'reverse'> = {
    async find(orderId) {
      const { attempt, reversals } = saleOf(orderId).purchase;
      const charge = { transactionId: '1', amountCents: attempt.amountCents, reversals };
      return { kind: 'charged', charges: [charge], reversals: [] };
    },
    findTransaction: async () => undefined,
    async reverse({ orderId, amountCents }) {
      const sale = saleOf(orderId);
      const { purchase, late, next } = sale;
      if (next === undefined) throw new Error(`The customer did not request a refund of ${orderId}.`);
      const returned = [...purchase.reversals, ...late].filter(({ kind }) => kind !== 'return');
      const leftCents = returned.reduce(
        (left, reversal) => left - reversal.amountCents,
        purchase.attempt.amountCents,
      );
      if (next.reply === 'unsent') return { kind: 'unsent', why: 'ECONNREFUSED' };
      if (next.reply === 'refused' || amountCents > leftCents)
        return { kind: 'refused', code: 300, text: '' };
      if (next.reply === 'crashed-unmade') throw new Crash();
      if (next.reply === 'lost-unmade') return { kind: 'unknown', why: 'ECONNRESET' };
      const id = crypto.randomUUID();
      const refund = { kind: 'refund', reference: id, transactionId: id, amountCents } as const;
      (next.lags ? late : purchase.reversals).push(refund);
      sale.timesRefunded += 1;
      if (next.reply === 'crashed') throw new Crash();
      return next.reply === 'lost'
        ? { kind: 'unknown', why: 'ECONNRESET' }
        : { kind: 'approved', transactionId: id };
    },
  };
  const config = { selfRefundDays: 3, returnsTakeCredits: true, gateway: { saleTimeoutMs: 25_000 } };
  const parts: PaymentParts = {
    config: config as never,
    database,
    log: silentLog,
    attempts,
    gateway: gateway as never,
    tracing: noTracing,
  };
  const recovery = createRecovery(parts);

  return {
    sold(purchase: Purchase): void {
      sales.set(purchase.attempt.attemptId, { purchase, late: [], next: undefined, timesRefunded: 0 });
    },

    async request({ attempt, transactionId }: Purchase, { times, ...next }: RefundStep): Promise<void> {
      saleOf(attempt.attemptId).next = next;
      const caller = { customerId: attempt.customerId, authenticatedAt: clock.now };
      const request = () =>
        requestRefund(parts, caller, transactionId).catch((error: unknown) => {
          if (!(error instanceof HttpError || error instanceof Crash)) throw error;
        });
      await Promise.all(Array.from({ length: times }, request));
    },

    async recheck({ attempt }: Purchase): Promise<void> {
      await recovery.recheck(attempt.attemptId, 'records');
    },

    /** Shows late refunds in the records, closes cases of refunds that were not made, and looks up all outcomes. */
    async look(purchases: readonly Purchase[]): Promise<void> {
      for (const { attempt, reversals } of purchases) {
        const { late, timesRefunded, next } = saleOf(attempt.attemptId);
        if (next === undefined) continue;
        reversals.push(...late.splice(0));
        if (timesRefunded === 0) await database.query(closeCases, [attempt.attemptId]);
        await recovery.recheck(attempt.attemptId, 'records');
      }
    },

    /** Returns refunds of more than what was paid and unspent, and refunds that are still open. */
    async findErrors(): Promise<string[]> {
      const spent = await database.query<{ customerId: string; attemptId: string }>(findSpent);
      const open = await database.query<{ customerId: string; attemptId: string }>(findOpen);
      return [
        ...[...sales.values()]
          .filter(({ timesRefunded }) => timesRefunded > 1)
          .map(
            ({ purchase: { attempt } }) => `${attempt.customerId}: ${attempt.attemptId} was refunded twice`,
          ),
        ...spent.map(({ customerId, attemptId }) => `${customerId}: ${attemptId} was refunded and spent`),
        ...open.map(({ customerId, attemptId }) => `${customerId}: the refund of ${attemptId} is still open`),
      ];
    },

    count: (): number => [...sales.values()].filter(({ timesRefunded }) => timesRefunded > 0).length,
  };
};

const closeCases = `
  update open_cases set closed_at = store_now(), closed_by = 'tests', resolution = 'not refunded'
  where kind = 'refund-unknown' and attempt_id = $1 and closed_at is null`;

/** Finds purchases that their customer refunded, although some of their credits were spent and not returned. */
const findSpent = `
  select attempts.customer_id as "customerId", attempts.attempt_id as "attemptId"
  from refund_requests requests
  join purchase_attempts attempts using (customer_id, attempt_id)
  join grant_allocations allocations on allocations.customer_id = requests.customer_id
    and grant_id = any (grants_of_entry(requests.customer_id, attempts.position))
  join movements on movements.customer_id = allocations.customer_id and movements.movement = allocations.movement
  where started_by = 'customer' and requests.state = 'recorded' and movements.kind in ('spend', 'return')
  group by attempts.customer_id, attempts.attempt_id having sum(allocations.credits) <> 0`;

/** Finds requests without an outcome, and credits that are held for a refund that has ended. */
const findOpen = `
  select customer_id as "customerId", attempt_id as "attemptId"
  from refund_requests left join holds using (customer_id, refund_id)
  where refund_requests.ended_at is null or holds.state = 'open'`;
