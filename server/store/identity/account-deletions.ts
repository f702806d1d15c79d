import { LRUCache } from 'lru-cache';
import type { AccountDeletion } from '#contract/account.ts';
import { callForRow } from '../database/call-function.ts';
import { customerNotFound, storeError } from '../http/http-error.ts';
import type { StoreParts } from '../parts.ts';
import type { Caller } from './authentication.ts';
import type { FindPoolAccount } from './pool-accounts.ts';
import type { PoolUsers } from './pool-users.ts';

interface Parts extends Pick<StoreParts, 'database' | 'log'> {
  readonly poolUsers: Pick<PoolUsers, 'remove'>;
  readonly findPoolAccount: FindPoolAccount;
}

/** How long to keep a token, in ms: Cognito's default lifetime of an access token. */
const keptMs = 60 * 60_000;
const capacity = 10_000;
const batchSize = 20;

/**
 * Deletes customers' accounts: the pool's user first, then the personal data. Access tokens stay in memory. If a process
 * ends before it deleted the user, the customer has to repeat the request. Afterwards, any process can finish.
 */
export type AccountDeletions = ReturnType<typeof createAccountDeletions>;

export const createAccountDeletions = ({ database, log, poolUsers, findPoolAccount }: Parts) => {
  const tokens = new LRUCache<string, string>({ max: capacity, ttl: keptMs });
  const running = new Map<string, Promise<void>>();

  const noteDeleted = (customerId: string) => database.query(setDeleted, [customerId]);

  const erase = async (customerId: string): Promise<void> => {
    const { value: isErased } = await callForRow(database, 'end_deletion', { customer: customerId });
    if (isErased) log.info({ event: 'account-deleted' });
  };

  const deleteUser = async (customerId: string, accessToken: string): Promise<void> => {
    await database.query(setSent, [customerId]);
    const result = await poolUsers.remove(accessToken);
    if (result === 'unanswered') return;
    if (result === 'gone') await noteDeleted(customerId);
    // A repeated request may have brought another token.
    if (tokens.get(customerId) === accessToken) tokens.delete(customerId);
    if (result === 'gone') await erase(customerId);
  };

  /** Never rejects. `work` tries again, as long as the token is kept. */
  const run = (customerId: string): Promise<void> => {
    const accessToken = tokens.get(customerId);
    const known = running.get(customerId);
    if (known !== undefined || accessToken === undefined) return known ?? Promise.resolve();
    const started = deleteUser(customerId, accessToken)
      .catch((error: unknown) => log.error({ event: 'account-deletion-failed', error }))
      .finally(() => running.delete(customerId));
    running.set(customerId, started);
    return started;
  };

  const start = ({ customerId, accessToken }: Pick<Caller, 'customerId' | 'accessToken'>): void => {
    tokens.set(customerId, accessToken);
    void run(customerId);
  };

  /** Finishes a deletion without a token, if the pool's user is gone. */
  const finish = async ({ customerId, mayErase }: DueDeletion): Promise<void> => {
    if (!mayErase) {
      if ((await findPoolAccount(customerId)) !== 'gone')
        return log.warn({ event: 'account-deletion-unfinished', why: 'the customer must repeat it' });
      await noteDeleted(customerId);
    }
    await erase(customerId);
  };

  return {
    /** Records a deletion and starts it. Safe to repeat. @throws {HttpError} if the account stays as it was */
    async request(caller: Caller): Promise<AccountDeletion> {
      const asked = { customer: caller.customerId, signed_in_at: caller.authenticatedAt };
      const request = await callForRow(database, 'request_deletion', asked);
      if (request.outcome !== 'requested') throw refusals[request.outcome]();
      start(caller);
      return { requested_at: request.requested_at.toISOString() };
    },

    /** Continues an unfinished deletion for a session that has ended, perhaps because the user was deleted. */
    async resume(caller: Caller): Promise<void> {
      const [unfinished] = await database.query(findUnfinished, [caller.customerId]);
      if (unfinished !== undefined) start(caller);
    },

    /** Retries deletions with a token, and finishes those that another process left. */
    async work(): Promise<void> {
      tokens.purgeStale();
      await Promise.all([...tokens.keys()].map(run));
      const due = await database.query<DueDeletion>(takeDue, [batchSize]);
      for (const deletion of due) await finish(deletion);
    },

    /** Resolves when no deletion is running, for example before the process ends. */
    async settled(): Promise<void> {
      await Promise.all(running.values());
    },
  };
};

interface DueDeletion {
  readonly customerId: string;
  /** Whether `end_deletion` may erase the customer without asking the pool. */
  readonly mayErase: boolean;
}

const refusals = {
  'unknown-customer': customerNotFound,
  'sign-in-needed': () =>
    storeError('recent-sign-in-required', 'Please sign in again to delete your account.'),
  'open-purchase': () =>
    storeError(
      'open-purchase',
      'A purchase is still open. Your account was not deleted. Please try again in a few minutes.',
    ),
} as const;

const setSent = 'update customers set user_deletion_sent_at = store_now() where customer_id = $1';

/** Makes the deletion due, so that any process can erase the data from now on. */
const setDeleted = `
  update customers set user_deleted_at = store_now(), deletion_check_at = store_now()
  where customer_id = $1 and deletion_check_at is not null`;

const findUnfinished = 'select from customers where customer_id = $1 and deletion_check_at is not null';

/** Waits longer each time, at most a day. */
const takeDue = `
  with due as materialized (
    select customer_id, clock.now
    from (select store_now() as now offset 0) clock
    join customers on deletion_check_at <= clock.now
    order by deletion_check_at
    limit $1
    for update of customers skip locked
  )
  update customers
  set deletion_check_at = due.now
    + least(interval '1 day', greatest(interval '10 minutes', due.now - deletion_requested_at))
  from due
  where customers.customer_id = due.customer_id
  returning customers.customer_id as "customerId",
    user_deleted_at is not null or coalesce(user_deletion_sent_at < due.now - interval '1 day', false) as "mayErase"`;
