import { declineReason } from '../gateway/decline-reasons.ts';
import type { CardGateway } from '../gateway/gateway.ts';
import type { FoundSale } from '../gateway/query-reply.ts';
import type { Log } from '../logging.ts';
import { notCharged, type OpenAttempt, type PurchaseAttempts, type Settlement } from './attempts.ts';

export interface RecoveryParts {
  readonly attempts: PurchaseAttempts;
  readonly gateway: CardGateway;
  readonly clock: () => Date;
  readonly log: Log;
  /** How long the gateway's records may show nothing before an attempt counts as not charged, in milliseconds. */
  readonly deadlineMs: number;
}

export interface Recovery {
  /**
   * Looks up attempts whose outcome is not known and settles those that the gateway's records decide.
   *
   * @param which `due`: those whose check is due; `all`: every one, as after a start
   * @returns how many were settled
   */
  sweep(which: 'due' | 'all'): Promise<number>;
  /**
   * Takes over what the gateway's records say of an order now, settled or not.
   *
   * @returns what they say; undefined for an order that is not ours
   * @throws when they cannot be read now
   */
  recheck(orderId: string): Promise<FoundSale['kind'] | undefined>;
  /** Sweeps all now and then the due ones every `intervalMs`, until {@link stop}. */
  start(intervalMs: number): void;
  /** Resolves when no sweep is under way any more. */
  stop(): Promise<void>;
}

/** How long a customer's app may send an attempt again that did not reach the gateway, in milliseconds. */
const unsentDeadlineMs = 120_000;
const batchSize = 50;
const refunded = 'This purchase was refunded to your card.';

/** Finds out what became of sales whose answer was lost. It only asks; it never sends a sale. */
export function createRecovery({ attempts, gateway, clock, log, deadlineMs }: RecoveryParts): Recovery {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let stopped = false;

  async function decide(attempt: OpenAttempt): Promise<Pick<Settlement, 'decidedBy' | 'result'> | undefined> {
    const ageMs = clock().getTime() - attempt.sentAt.getTime();
    const givenUp = {
      decidedBy: 'deadline',
      result: { status: 'failed', gatewayTransactionId: null, detail: notCharged },
    } as const;
    if (attempt.state === 'unsent') return ageMs >= unsentDeadlineMs ? givenUp : undefined;

    const sale = await gateway.find(attempt.attemptId, attempt.amountCents);
    if (sale.kind === 'nothing') return ageMs >= deadlineMs ? givenUp : undefined;
    return sale.kind === 'undecided' ? undefined : decisionOf(sale);
  }

  async function resolve(attempt: OpenAttempt): Promise<boolean> {
    const { customerId, attemptId } = attempt;
    try {
      const decision = await decide(attempt);
      if (decision === undefined) return false;
      const { moved } = await attempts.settle({ customerId, attemptId, ...decision, now: clock() });
      log.info({
        event: 'recovered',
        attemptId,
        outcome: decision.result.status,
        decidedBy: decision.decidedBy,
      });
      return moved;
    } catch (error) {
      // Its next check is scheduled already.
      log.warn({ event: 'lookup-failed', attemptId, error });
      return false;
    }
  }

  async function recheck(orderId: string): Promise<FoundSale['kind'] | undefined> {
    const attempt = await attempts.findByOrder(orderId);
    if (attempt === undefined) return undefined;
    const { customerId, attemptId, amountCents } = attempt;
    const sale = await gateway.find(attemptId, amountCents);
    if (sale.kind !== 'nothing' && sale.kind !== 'undecided') {
      const { moved } = await attempts.settle({ customerId, attemptId, ...decisionOf(sale), now: clock() });
      if (moved) log.info({ event: 'rechecked', attemptId, outcome: sale.kind });
    }
    return sale.kind;
  }

  async function sweep(which: 'due' | 'all'): Promise<number> {
    const now = clock();
    // Beyond every scheduled check, which lies at most a minute or so ahead.
    const dueBy = which === 'all' ? new Date(now.getTime() + 3_600_000) : now;
    const due = await attempts.takeDue(dueBy, now, which === 'all' ? 10 * batchSize : batchSize);
    const settled = await Promise.all(due.map(resolve));
    return settled.filter(Boolean).length;
  }

  function run(which: 'due' | 'all', intervalMs: number): void {
    running = sweep(which)
      .catch((error: unknown) => log.error({ event: 'sweep-failed', error }))
      .finally(() => {
        if (!stopped) timer = setTimeout(() => run('due', intervalMs), intervalMs);
      });
  }

  return {
    sweep,
    recheck,
    start: (intervalMs) => run('all', intervalMs),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** What the gateway's records decide, where they know the end of a sale. */
function decisionOf(
  sale: Exclude<FoundSale, { kind: 'nothing' | 'undecided' }>,
): Pick<Settlement, 'decidedBy' | 'result'> {
  const gatewayTransactionId = sale.transactionId;
  switch (sale.kind) {
    case 'charged':
      return { decidedBy: 'gateway', result: { status: 'completed', gatewayTransactionId } };
    case 'refunded':
      return {
        decidedBy: 'gateway',
        result: { status: 'refunded', gatewayTransactionId, detail: refunded },
      };
    case 'not-charged': {
      const detail = declineReason(sale.code, sale.text);
      return { decidedBy: 'gateway', result: { status: 'failed', gatewayTransactionId, detail } };
    }
  }
}
