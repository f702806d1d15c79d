import { callForRow } from '../database/call-function.ts';
import { processId } from '../database/presence.ts';
import { HttpError } from '../http/http-error.ts';
import { type FindPoolAccount, withEnabledKept } from '../identity/pool-accounts.ts';
import type { SellingParts } from '../parts.ts';
import { charge, sendingMarginMs } from '../payments/purchasing.ts';

/** Maximum customers per run. */
const batchSize = 20;
/** Maximum top-ups to pause per transaction, which locks their accounts. */
const pausesAtOnce = 100;
/** How long to skip a customer whose top-up threw an error, in ms, so that failures don't delay other customers. */
const failedForMs = 60_000;
/** Time limit for sending an opened sale, in ms. After a suspension, top-up may have been turned off. */
const sendWithinMs = 2_000;

/** Charges the cards of customers with low balances. Several processes can do this concurrently. */
export const createTopUpWorker = (parts: SellingParts, findPoolAccount: FindPoolAccount) => {
  const { database, config, log, tracing, vaultCards } = parts;
  const findAccount = withEnabledKept(findPoolAccount);
  const missing = config.topUpMissing.join(' and ');
  if (missing) log.error({ event: 'top-up-unavailable', why: `TOP_UP is true, but ${missing} is not set.` });
  /** Customers whose top-up threw an error, with the time when they may be tried again. */
  const failed = new Map<string, number>();

  /** Charges a top-up. The SQL function `open_top_up` applies all rules and commits the attempt. */
  const topUp = async (customerId: string, settings: NonNullable<typeof config.topUp>): Promise<void> => {
    const attemptId = crypto.randomUUID();
    const account = await findAccount(customerId);
    // A write can fail while the pool is asked.
    if (!(await parts.writes.maySell())) return;
    const sendLocks = parts.sendLocks?.id() ?? null;
    const began = performance.now();
    const opened = await callForRow(database, 'open_top_up', {
      order: {
        customer_id: customerId,
        attempt_id: attemptId,
        transaction_id: crypto.randomUUID(),
        patience_ms: config.gateway.saleTimeoutMs + sendingMarginMs,
        attempts_per_minute: config.attemptsPerMinute,
        attempts_in_flight: config.attemptsInFlight,
        declines_per_customer: config.declines.perCustomer,
        sender: processId,
        send_locks: sendLocks,
        interval_ms: settings.intervalMs,
        duplicate_ms: settings.duplicateMs,
        per_day: settings.perDay,
        pool_account: account,
      },
    });
    if (opened.outcome === 'paused') log.warn({ event: 'top-up-paused', why: opened.reason });
    if (opened.outcome !== 'opened') return;
    const attempt = {
      customerId,
      attemptId,
      transactionId: opened.transaction_id,
      amountCents: opened.amount_cents,
      sentAt: opened.sent_at,
      wasSentBefore: false,
      sendLocks,
    };
    const card = { vaultId: opened.vault_id, initialTransactionId: opened.initial_transaction_id };
    const sale = { card, billing_address: undefined, email: opened.email ?? null, ipAddress: undefined };
    try {
      const response = await charge(parts, attempt, sale, () => performance.now() - began < sendWithinMs);
      if (response.status === 402)
        await vaultCards.follow({ customerId, attemptId, cardId: opened.card_id }, response);
      log.info({ event: 'top-up', attemptId, status: response.status });
    } catch (error) {
      // The attempt is open, and recovery settles it.
      if (!(error instanceof HttpError)) throw error;
      log.warn({ event: 'top-up-unsettled', attemptId, why: error.body.code });
    }
  };

  /** Pauses top-ups if the store can't ask the pool, so that customers see that they aren't charged. */
  const pauseAll = async (): Promise<void> => {
    for (let count = pausesAtOnce; count === pausesAtOnce; ) {
      const [paused] = await database.query<{ count: number }>(pauseSome, [pausesAtOnce]);
      count = paused?.count ?? 0;
      if (count > 0) log.warn({ event: 'top-ups-paused', why: 'unavailable', customers: count });
    }
  };

  return {
    /** Charges all due requests. Never throws because of one customer. */
    async work(): Promise<void> {
      const { topUp: settings } = config;
      if (missing) await pauseAll();
      if (settings === undefined || !(await parts.writes.maySell())) return;
      const now = performance.now();
      for (const [customerId, until] of failed) if (until <= now) failed.delete(customerId);
      const due = await database.query<{ customerId: string }>(findDue, [batchSize, [...failed.keys()]]);
      await Promise.all(
        due.map(({ customerId }) =>
          tracing
            .span({ name: 'top up' }, () => topUp(customerId, settings))
            .catch((error: unknown) => {
              log.error({ event: 'top-up-failed', error });
              failed.set(customerId, performance.now() + failedForMs);
            }),
        ),
      );
    },
  };
};

const pauseSome = `
  select pause_top_ups(array(select customer_id from top_ups where state = 'on' limit $1), null, 'unavailable') as count`;

const findDue = `
  select customer_id as "customerId" from top_up_requests
  where try_at <= (select store_now()) and customer_id <> all ($2) order by try_at limit $1`;
