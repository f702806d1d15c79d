import { expectCard } from '../cards/cards.ts';
import type { RecordedOrder } from '../gateway/order.ts';
import type { PaymentParts } from '../parts.ts';
import { confirmRefunds, refundRequestsOf } from '../refunds/refund-requests.ts';
import { assess } from './assess.ts';
import { givenUp } from './decisions.ts';
import { checkCircuitBreaker } from './declines.ts';
import type { BookedOrder, DueAttempt, KnownAttempt } from './known-attempt.ts';
import { openCase } from './open-cases.ts';
import { storeCard } from './paid-with.ts';
import type { Settlement } from './settle-attempts.ts';

/** How long a customer may resend an attempt that didn't reach the gateway, in milliseconds. */
const unsentDeadlineMs = 120_000;
const batchSize = 50;

export type Recovery = ReturnType<typeof createRecovery>;

export interface Recheck {
  readonly recorded: RecordedOrder;
  readonly booked: BookedOrder;
  /** Whether the books changed. */
  readonly moved: boolean;
}

/** Finds the outcomes of sales and refunds. Only queries the gateway and never sends a sale. */
export const createRecovery = (parts: PaymentParts) => {
  const { attempts, gateway, config, log, tracing, sendLocks } = parts;

  /** Books what the gateway's records show for an attempt. */
  const follow = async (
    attempt: KnownAttempt,
    cause: string,
  ): Promise<{ recorded: RecordedOrder; settlement: Settlement | undefined }> => {
    const requests = await refundRequestsOf(parts.database, attempt);
    const refundIds = requests.flatMap(({ gatewayTransactionId }) => gatewayTransactionId ?? []);
    const recorded = await gateway.find(attempt.attemptId, refundIds);
    const { decision, reversals, cases } = assess(recorded, attempt, config.returnsTakeCredits);
    for (const found of cases) await openCase(parts, found, !reversals.some(isChargeback));
    const settlement = decision && (await attempts.settle(attempt, decision, cause, reversals));
    if (settlement?.moved && decision?.isDecline) await checkCircuitBreaker(parts);
    if (settlement?.moved && decision?.status === 'completed') await expectCard(parts.database, attempt);
    const paid =
      recorded.kind === 'charged' &&
      recorded.charges.find(({ transactionId }) => transactionId === decision?.gatewayTransactionId);
    if (paid && paid.card !== undefined)
      await storeCard(parts.database, attempt.attemptId, paid.transactionId, paid.card);
    if (decision?.status === 'failed' && settlement?.status === 'completed') {
      const { customerId, attemptId, amountCents } = attempt;
      const evidence = { amountCents, outcome: recorded.kind, transactionId: decision.gatewayTransactionId };
      await openCase(parts, {
        kind: 'amount-mismatch',
        reference: `${attemptId}/completed`,
        customerId,
        attemptId,
        evidence,
      });
    }
    await confirmRefunds(parts, attempt, requests, recorded);
    return { recorded, settlement };
  };

  /** Looks up an attempt's outcome. @returns whether the attempt was settled or anything was booked */
  const lookUp = async (attempt: DueAttempt): Promise<boolean> => {
    if (attempt.state === 'unsent') {
      if (attempt.ageMs < unsentDeadlineMs) return false;
      return (await attempts.settle(attempt, givenUp(attempt.amountCents), 'attempt')).moved;
    }
    if (attempt.state === 'sending' && attempt.isAbandoned && sendLocks?.withhold(attempt)) {
      if (await attempts.markUnsent(attempt, attempt.traceParent))
        log.info({ event: 'never-sent', attemptId: attempt.attemptId });
      return false;
    }
    const { recorded, settlement } = await follow(attempt, 'records');
    if (attempt.state === 'settled' && recorded.kind !== 'undecided') await attempts.stopChecking(attempt);
    return settlement?.moved ?? false;
  };

  const resolve = (attempt: DueAttempt): Promise<boolean> => {
    const { attemptId, traceParent } = attempt;
    const start = {
      name: 'look up attempt',
      attributes: { 'coffer.attempt.id': attemptId },
      follows: traceParent,
    };
    return tracing.span(start, async (span) => {
      const hasEnded = await tryToResolve(attempt);
      span.setAttributes({ 'coffer.attempt.status': hasEnded ? 'settled' : attempt.state });
      return hasEnded;
    });
  };

  const tryToResolve = async (attempt: DueAttempt): Promise<boolean> => {
    const { attemptId } = attempt;
    let hasEnded = false;
    try {
      hasEnded = await lookUp(attempt);
      if (hasEnded) log.info({ event: 'recovered', attemptId });
    } catch (error) {
      // The next lookup is already scheduled.
      log.warn({ event: 'lookup-failed', attemptId, error });
    }
    if (!hasEnded && attempt.state === 'sending' && attempt.ageMs >= config.outcomeCaseMs)
      await leaveUnknown(parts, attempt);
    return hasEnded;
  };

  /** Settles attempts whose outcome is in the gateway's records. @returns the number of settled attempts */
  const sweep = async (which: 'due' | 'all'): Promise<number> => {
    const limit = which === 'all' ? 10 * batchSize : batchSize;
    const due = await attempts.takeDue(which, config.outcomeCaseMs, limit);
    if (due.length === 0) return 0;
    const settled = await tracing.span(
      { name: 'sweep attempts', attributes: { 'coffer.sweep.items': due.length } },
      () => Promise.all(due.map(resolve)),
    );
    return settled.filter(Boolean).length;
  };

  return {
    sweep,

    /**
     * Books what the gateway's records show for an order. Safe to repeat.
     * @param cause for the books: `event <id>`, `records` or `person <name>`
     * @returns undefined for an order that isn't ours
     * @throws if the records can't be read or name another order
     */
    recheck(orderId: string, cause: string): Promise<Recheck | undefined> {
      return tracing.span({ name: 'recheck order' }, async (span) => {
        const attempt = await attempts.findByOrder(orderId);
        if (attempt === undefined) return undefined;
        span.setAttributes({ 'coffer.attempt.id': attempt.attemptId });
        const { recorded, settlement } = await follow(attempt, cause);
        const { status, refundedCents } = settlement ?? attempt;
        const moved = settlement?.moved ?? false;
        span.setAttributes({ 'coffer.attempt.status': status });
        if (moved) log.info({ event: 'rechecked', attemptId: attempt.attemptId, outcome: status, cause });
        return { recorded, booked: { status, refundedCents }, moved };
      });
    },
  };
};

const isChargeback = ({ kind }: { readonly kind: string }): boolean => kind === 'chargeback';

/** Opens a case for an operator to investigate, because missing records can't settle a purchase. Gives up a card check. */
const leaveUnknown = async (parts: PaymentParts, attempt: DueAttempt): Promise<void> => {
  const { customerId, attemptId, amountCents, sentAt } = attempt;
  if (amountCents === 0) {
    await parts.attempts.settle(attempt, givenUp(amountCents), 'records');
    return;
  }
  const found = { kind: 'outcome-unknown', reference: attemptId, customerId, attemptId } as const;
  await openCase(parts, { ...found, evidence: { amountCents, sentAt: sentAt.toISOString() } });
};
