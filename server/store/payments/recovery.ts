import type { FoundSale } from '../gateway/query-reply.ts';
import type { PaymentParts } from '../parts.ts';
import type { OpenAttempt } from './attempts.ts';
import { type Decision, decisionOf, givenUp } from './decisions.ts';

/** How long a customer's app may send an attempt again that did not reach the gateway, in milliseconds. */
const unsentDeadlineMs = 120_000;
const batchSize = 50;

export type Recovery = ReturnType<typeof createRecovery>;

/** Finds out what became of sales whose reply was lost. It only queries; it never sends a sale. */
export const createRecovery = ({ attempts, gateway, config, clock, log }: PaymentParts) => {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let stopped = false;

  const decide = async (attempt: OpenAttempt): Promise<Decision | undefined> => {
    const ageMs = clock().getTime() - attempt.sentAt.getTime();
    if (attempt.state === 'unsent') return ageMs >= unsentDeadlineMs ? givenUp : undefined;
    const sale = await gateway.find(attempt.attemptId, attempt.amountCents);
    if (sale.kind === 'nothing') return ageMs >= config.pendingDeadlineMs ? givenUp : undefined;
    return sale.kind === 'undecided' ? undefined : decisionOf(sale);
  };

  const resolve = async (attempt: OpenAttempt): Promise<boolean> => {
    const { attemptId } = attempt;
    try {
      const decision = await decide(attempt);
      if (decision === undefined) return false;
      const { moved } = await attempts.settle(attempt, decision, clock());
      log.info({
        event: 'recovered',
        attemptId,
        outcome: decision.status,
        decidedBy: decision.decidedBy,
      });
      return moved;
    } catch (error) {
      // Its next check is scheduled already.
      log.warn({ event: 'lookup-failed', attemptId, error });
      return false;
    }
  };

  /**
   * Looks up attempts whose outcome is not known and settles those that the gateway's records decide.
   *
   * @param which `due`: those whose check is due; `all`: every one, as after a start
   * @returns how many were settled
   */
  const sweep = async (which: 'due' | 'all'): Promise<number> => {
    const now = clock();
    // Beyond every scheduled check, which lies at most a minute or so ahead.
    const dueBy = which === 'all' ? new Date(now.getTime() + 3_600_000) : now;
    const due = await attempts.takeDue(dueBy, now, which === 'all' ? 10 * batchSize : batchSize);
    const settled = await Promise.all(due.map(resolve));
    return settled.filter(Boolean).length;
  };

  const run = (which: 'due' | 'all', intervalMs: number): void => {
    running = sweep(which)
      .catch((error: unknown) => log.error({ event: 'sweep-failed', error }))
      .finally(() => {
        if (!stopped) timer = setTimeout(() => run('due', intervalMs), intervalMs);
      });
  };

  return {
    sweep,

    /**
     * Takes over what the gateway's records say of an order now, settled or not.
     *
     * @returns what they say; undefined for an order that is not ours
     * @throws when they cannot be read now
     */
    async recheck(orderId: string): Promise<FoundSale['kind'] | undefined> {
      const attempt = await attempts.findByOrder(orderId);
      if (attempt === undefined) return undefined;
      const { attemptId, amountCents } = attempt;
      const sale = await gateway.find(attemptId, amountCents);
      if (sale.kind !== 'nothing' && sale.kind !== 'undecided') {
        const { moved } = await attempts.settle(attempt, decisionOf(sale), clock());
        if (moved) log.info({ event: 'rechecked', attemptId, outcome: sale.kind });
      }
      return sale.kind;
    },

    /** Sweeps all now and then the due ones every `intervalMs`, until `stop`. */
    start: (intervalMs: number): void => run('all', intervalMs),

    /** Resolves when no sweep is under way any more. */
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
