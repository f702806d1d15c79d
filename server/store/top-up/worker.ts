import { callForRow } from '../database/call-function.ts';
import { processId } from '../database/presence.ts';
import { HttpError } from '../http/http-error.ts';
import { type FindPoolAccount, withEnabledKept } from '../identity/pool-accounts.ts';
import type { SellingParts } from '../parts.ts';
import { charge, sendingMarginMs } from '../payments/purchasing.ts';

/** Customers in one run. */
const batchSize = 20;
/** Pauses in one transaction, which locks their accounts. */
const pausesAtOnce = 100;
/** How long a customer whose top-up threw an error waits, so that such customers don't keep others waiting. */
const failedForMs = 60_000;
/** After this, an opened sale is not sent any more: the process was stopped, and its customer may have turned top-up off. */
const sendWithinMs = 2_000;

/** Charges the cards of customers whose balance ran low. Several processes may do so at once. */
export const createTopUpWorker = (parts: SellingParts, findPoolAccount: FindPoolAccount) => {
  const { database, config, log, tracing, vaultCards } = parts;
  const findAccount = withEnabledKept(findPoolAccount);
  const missing = config.topUpMissing.join(' and ');
  if (missing) log.error({ event: 'top-up-unavailable', why: `TOP_UP is true, but ${missing} is not set.` });
  /** Customers whose top-up threw an error, and until when they wait. */
  const failed = new Map<string, number>();

  /** All rules are in `open_top_up`: this statement both applies them and commits the attempt. */
  const topUp = async (customerId: string, settings: NonNullable<typeof config.topUp>): Promise<void> => {
    const attemptId = crypto.randomUUID();
    const account = await findAccount(customerId);
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
    if (opened.outcome !== 'opened') {
      if (opened.outcome === 'paused') log.warn({ event: 'top-up-paused', why: opened.reason });
      return;
    }
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

  /** The store can't ask the pool, so customers learn that nothing is charged. */
  const pauseAll = async (): Promise<void> => {
    for (let count = pausesAtOnce; count === pausesAtOnce; ) {
      const [paused] = await database.query<{ count: number }>(pauseSome, [pausesAtOnce]);
      count = paused?.count ?? 0;
      if (count > 0) log.warn({ event: 'top-ups-paused', why: 'unavailable', customers: count });
    }
  };

  return {
    /** Charges everyone whose request is due. Never throws because of one customer. */
    async work(): Promise<void> {
      const { topUp: settings } = config;
      if (missing) await pauseAll();
      if (settings === undefined) return;
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
