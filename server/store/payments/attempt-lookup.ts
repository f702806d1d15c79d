import type { AttemptState } from '#contract/purchases.ts';
import type { Database } from '../database/database.ts';
import { customerNotFound, tooManyAttempts } from '../refusals.ts';
import { type AttemptLimit, notCharged } from './attempts.ts';

/** What a customer's app that lost the answer of an attempt can do about it. */
export interface AttemptLookup {
  /** What became of the attempt; undefined for one that has not arrived, which it still may. */
  find(customerId: string, attemptId: string): Promise<AttemptState | undefined>;
  /**
   * Gives the attempt up if it has not reached the gateway: from then on it has failed for good, even should its
   * request still arrive. Any other attempt goes on as it was.
   *
   * @returns what became of it
   * @throws Refusal 404 without a customer record, 429 after too many withdrawals
   */
  withdraw(customerId: string, attemptId: string, now: Date): Promise<AttemptState>;
}

export function attemptLookupIn(database: Database, limit: AttemptLimit): AttemptLookup {
  const find = async (customerId: string, attemptId: string) => {
    const [row] = await database.query<AttemptRow>(findAttempt, [customerId, attemptId]);
    return row === undefined ? undefined : toState(row);
  };

  return {
    find,
    async withdraw(customerId, attemptId, now) {
      const [row] = await database.query<{ outcome: WithdrawalOutcome }>(
        'select withdraw_purchase($1, $2, $3, $4, $5, make_interval(secs => $6)) as outcome',
        [customerId, attemptId, notCharged, now, limit.attempts, limit.windowSeconds],
      );
      switch (row?.outcome) {
        case 'withdrawn':
          return withdrawn;
        case 'unknown-customer':
          throw customerNotFound();
        case 'too-many':
          throw tooManyAttempts();
      }
      const state = await find(customerId, attemptId);
      if (state === undefined) throw new Error('An attempt that was there is gone.');
      return state;
    },
  };
}

const findAttempt = `
  select entries.status, entries.transaction_id, entries.credits + entries.bonus_credits as total_credits,
    entries.amount_cents, attempts.answer ->> 'detail' as detail
  from purchase_attempts attempts
  join transactions entries using (customer_id, position)
  where attempts.customer_id = $1 and attempts.attempt_id = $2
  union all
  select 'withdrawn', null, null, null, null
  from withdrawn_attempts
  where customer_id = $1 and attempt_id = $2`;

type WithdrawalOutcome = 'withdrawn' | 'opened' | 'unknown-customer' | 'too-many';

type AttemptRow =
  | { status: 'withdrawn' }
  | {
      status: 'completed' | 'pending' | 'failed' | 'refunded';
      transaction_id: string;
      total_credits: number;
      amount_cents: number;
      detail: string | null;
    };

const withdrawn: AttemptState = { state: 'failed', detail: notCharged };

function toState(row: AttemptRow): AttemptState {
  switch (row.status) {
    case 'withdrawn':
      return withdrawn;
    case 'pending':
      return { state: 'pending' };
    case 'failed':
      return { state: 'failed', detail: row.detail ?? notCharged };
    case 'completed':
    case 'refunded':
      return {
        state: row.status,
        purchase: {
          transaction_id: row.transaction_id,
          credits_added: row.total_credits,
          amount_cents: row.amount_cents,
        },
      };
  }
}
