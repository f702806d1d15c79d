import type { Refund, refundReasons } from '#contract/refunds.ts';
import type { Transaction } from '#contract/transactions.ts';
import type { RefundOpening } from '../database/functions.gen.ts';
import { HttpError, retryAfter, storeError } from '../http/http-error.ts';
import type { Caller } from '../identity/authentication.ts';
import { toTransaction } from '../ledger/ledger.ts';
import { findEntry, type LedgerEntry } from '../ledger/pages.ts';
import type { PaymentParts } from '../parts.ts';
import { createRecovery } from '../payments/recovery.ts';
import { planReversal } from './plan-reversal.ts';
import { noteReply, openRefundRequest } from './refund-requests.ts';

const readOwn = async ({ database }: PaymentParts, customerId: string, id: string): Promise<LedgerEntry> => {
  const [entry] = await database.query<LedgerEntry>(findEntry, [customerId, id]);
  if (entry === undefined) throw storeError('transaction-not-found', 'Transaction not found');
  return entry;
};

/** Returns whether a customer can refund a purchase. @param id of the transaction @throws {HttpError} 404 if unknown */
export const readRefund = async (parts: PaymentParts, customerId: string, id: string): Promise<Refund> => {
  const { order_id: attemptId, refunded_cents } = await readOwn(parts, customerId, id);
  const attempt = { customerId, attemptId };
  const checked = await openRefundRequest(parts, parts.database, attempt, refunded_cents, null);
  const { outcome, until, requested_at, ...amounts } = checked;
  // Only POST needs a recent sign-in, which is the last rule.
  const allowed = outcome === 'sign-in-needed';
  const reason = outcome === 'blocked' ? 'off' : outcome === 'refunded' ? 'not-completed' : outcome;
  return {
    allowed,
    ...(!allowed && outcome !== 'requested' && { reason }),
    ...amounts,
    until: until?.toISOString() ?? null,
    requested_at: requested_at?.toISOString() ?? null,
  };
};

/**
 * Refunds all that is left of a purchase, at most once. Returns the transaction, which may not show the refund yet.
 * @throws {HttpError} if nothing was refunded
 */
export const requestRefund = async (
  parts: PaymentParts,
  { customerId, authenticatedAt }: Pick<Caller, 'customerId' | 'authenticatedAt'>,
  id: string,
): Promise<Transaction> => {
  const { database, gateway, log } = parts;
  const entry = await readOwn(parts, customerId, id);
  const attempt = { customerId, attemptId: entry.order_id };
  const { attemptId } = attempt;
  const open = (request: Parameters<typeof openRefundRequest>[2]) =>
    openRefundRequest(parts, database, request, entry.refunded_cents, authenticatedAt);
  const { recheck } = createRecovery(parts);
  /** If the records don't show the refund yet, the store finds it later. */
  const readAgain = async () => {
    await recheck(attemptId, 'records').catch(() => undefined);
    return toTransaction(await readOwn(parts, customerId, id));
  };
  const checked = await open(attempt);
  if (wasStarted(checked)) return readAgain();

  const failLookup = (error: unknown): undefined => {
    log.warn({ event: 'lookup-failed', attemptId, error });
  };
  const recorded = (await recheck(attemptId, 'records').catch(failLookup))?.recorded;
  if (recorded?.kind !== 'charged') throw tryLater();
  if (recorded.charges.length > 1) throw notRefundable('disputed');
  const plan = await planReversal(gateway, recorded, entry.amount_cents, checked.amount_cents).catch(
    failLookup,
  );
  if (plan === undefined) throw tryLater();
  const request = { ...attempt, ...plan, refundId: crypto.randomUUID(), requestedBy: 'customer' };
  if (wasStarted(await open(request))) return readAgain();

  const outcome = await gateway.reverse({ ...plan, orderId: attemptId });
  await noteReply(parts, request, outcome);
  log.info({ event: 'refund', attemptId, outcome: outcome.kind });
  if (outcome.kind === 'unsent') throw tryLater();
  if (outcome.kind === 'refused')
    throw storeError(
      'refund-refused',
      'The card processor refused the refund. Nothing was refunded, and you keep your credits. Please contact us.',
    );
  return readAgain();
};

/** Returns whether the customer already started this refund. @throws {HttpError} if a rule forbids it */
const wasStarted = ({ outcome }: RefundOpening): boolean => {
  if (outcome === 'requested' || outcome === 'refunded') return true;
  if (outcome === 'allowed' || outcome === 'opened') return false;
  if (outcome === 'sign-in-needed')
    throw storeError('recent-sign-in-required', 'Please sign in again to refund this purchase.');
  if (outcome === 'blocked')
    throw storeError('customer-blocked', "This account can't start refunds. Please contact us.");
  throw outcome === 'changed' ? tryLater() : notRefundable(outcome);
};

const tryLater = (): HttpError =>
  storeError(
    'gateway-unreachable',
    "The card processor can't refund this purchase right now. Nothing was refunded. Please try again in a few minutes.",
    retryAfter(60),
  );

const notRefundable = (reason: (typeof refundReasons)[number]): HttpError =>
  new HttpError(409, {
    code: 'not-refundable',
    detail: "You can't refund this purchase here. Nothing was refunded. Please contact us.",
    reason,
  });
