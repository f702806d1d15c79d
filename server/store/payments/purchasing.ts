import { hash } from 'node:crypto';
import type { NewCardRequest } from '#contract/cards.ts';
import type { CardPaymentRequest, PaymentRequest } from '#contract/purchases.ts';
import type { PurchaseOpening } from '../database/functions.gen.ts';
import type { Sale } from '../gateway/gateway.ts';
import { notSetUpCodes, type SaleOutcome } from '../gateway/sale-reply.ts';
import type { SaleCard } from '../gateway/vault.ts';
import {
  cardNotFound,
  customerBlocked,
  customerNotFound,
  type HttpError,
  productNotFound,
  retryAfter,
  storeError,
  temporarilyUnavailable,
  tooManyAttempts,
} from '../http/http-error.ts';
import { isInNetworks } from '../http/networks.ts';
import type { Caller } from '../identity/authentication.ts';
import type { Log } from '../logging/logging.ts';
import type { PaymentParts, SellingParts } from '../parts.ts';
import { type Assessment, assess } from './assess.ts';
import { charged, declined, failedAfterRefund, notCharged } from './decisions.ts';
import { checkCircuitBreaker } from './declines.ts';
import type { KnownAttempt } from './known-attempt.ts';
import { type AttemptToOpen, maxCards } from './open-attempts.ts';
import { openCase } from './open-cases.ts';
import { type PaymentResponse, toResponse } from './responses.ts';

/** Saves a card without a purchase. */
type CardCheck = NewCardRequest & { readonly product_id: null; readonly save_card: true };

export interface PurchaseOrder {
  readonly caller: Pick<Caller, 'customerId' | 'authenticatedAt' | 'device'>;
  readonly request: PaymentRequest | CardPaymentRequest | CardCheck;
  /** The Idempotency-Key header, required for a saved card. Without one, equal requests are the same attempt. */
  readonly attemptId: string | undefined;
  /** The price that the customer agreed to, in US cents. Undefined accepts any price. */
  readonly expectedCents: number | undefined;
  readonly ipAddress: string | undefined;
}

const outcomeUnknown = 'Your payment is being confirmed. Please do not pay again.';
/** The card check is still open, or the vault doesn't show the card yet. */
export const cardUnknown = (status?: 504): HttpError =>
  storeError(
    'outcome-unknown',
    'Your card is still being saved. It is not charged. Please try again in a moment.',
    retryAfter(2),
    status,
  );
/** How soon to read the gateway's records after an unclear response, in ms. */
const firstCheckMs = 1_000;
/** Extra time for the sending request beyond the gateway's timeout, in ms. */
export const sendingMarginMs = 5_000;

/**
 * Sells a product or checks a card at most once per attempt. Commits the attempt and a pending entry before it calls
 * the gateway. Then it settles the attempt, or schedules a lookup.
 * @returns 200 with a `Purchase`, or 402 with the reason of a decline
 * @throws {HttpError} 502 or 504 if the outcome is unknown; other statuses mean that this call charged nothing
 */
export const purchase = async (
  parts: SellingParts,
  { caller, request, expectedCents, ipAddress, ...order }: PurchaseOrder,
): Promise<PaymentResponse> => {
  const { customerId } = caller;
  const fingerprint = fingerprintOf(request);
  const attemptId = order.attemptId?.toLowerCase() ?? attemptIdFor(customerId, fingerprint);
  parts.tracing.setAttributes({ 'coffer.attempt.id': attemptId });
  if (!(await parts.writes.maySell())) throw temporarilyUnavailable();
  const sendLocks = parts.sendLocks?.id() ?? null;
  const opening = await parts.attempts.open({
    customerId,
    attemptId,
    fingerprint,
    ...cardToOpen(request, caller),
    productId: request.product_id,
    expectedCents,
    patienceMs: parts.config.gateway.saleTimeoutMs + sendingMarginMs,
    ipAddress:
      ipAddress !== undefined && isInNetworks(ipAddress, parts.config.sharedNetworks) ? undefined : ipAddress,
    sendLocks,
  });
  if (opening.outcome === 'settled') return toResponse(opening);
  if (opening.outcome === 'withdrawn') return { status: 402, body: notCharged };
  if (opening.outcome !== 'opened') {
    const errors = request.product_id === null ? { ...openingErrors, ...cardErrors } : openingErrors;
    throw errors[opening.outcome]('retry_after_s' in opening ? opening.retry_after_s : 0);
  }

  const { billing_address } = request;
  const { email = null, vault_id: vaultId = null } = opening;
  const attempt = {
    customerId,
    attemptId,
    transactionId: opening.transaction_id,
    amountCents: opening.amount_cents,
    wasSentBefore: opening.was_sent_before,
    sentAt: opening.sent_at,
    sendLocks,
  };
  const card = cardOf(request, vaultId);
  const response = await charge(parts, attempt, { card, billing_address, email, ipAddress });
  const saved = { customerId, attemptId, cardId: 'card_id' in request ? request.card_id : null };
  if (vaultId !== null) await parts.vaultCards.follow(saved, response);
  return response;
};

interface OpenedAttempt
  extends Pick<KnownAttempt, 'customerId' | 'attemptId' | 'amountCents' | 'sentAt'>,
    Pick<SentAttempt, 'wasSentBefore'>,
    Pick<AttemptToOpen, 'sendLocks'> {
  readonly transactionId: string;
}

/**
 * Sends the sale of an attempt that this process has just opened, and settles the attempt.
 * @param maySend called right before the first byte is sent; false cancels the sale
 * @throws {HttpError} 502 or 504 if the outcome is unknown, 503 if the sale wasn't sent
 */
export const charge = async (
  parts: PaymentParts,
  { transactionId, sendLocks, ...opened }: OpenedAttempt,
  sale: Pick<Sale, 'card' | 'billing_address' | 'email' | 'ipAddress'>,
  maySend = () => true,
): Promise<PaymentResponse> => {
  const attempt: SentAttempt = { ...opened, state: 'sending' };
  const { attemptId, amountCents } = attempt;
  const outcome = await parts.gateway.sell(
    { ...sale, orderId: attemptId, amountCents },
    () => maySend() && (sendLocks === null || parts.sendLocks?.take(attempt) === true),
  );
  parts.tracing.setAttributes({ 'coffer.sale.outcome': outcome.kind });
  logSale(parts.log, attemptId, transactionId, outcome);
  return conclude(parts, attempt, outcome);
};

const cardToOpen = (
  request: PurchaseOrder['request'],
  { authenticatedAt, device }: PurchaseOrder['caller'],
): Pick<AttemptToOpen, 'tokenHash' | 'savedCard' | 'saveAs'> => {
  if ('card_id' in request)
    return { tokenHash: null, savedCard: { cardId: request.card_id, authenticatedAt, device } };
  const tokenHash = sha256(request.payment_token);
  if (request.save_card !== true) return { tokenHash };
  const saveAs = { cardId: crypto.randomUUID(), vaultId: crypto.randomUUID(), authenticatedAt, device };
  return { tokenHash, saveAs };
};

const cardOf = (request: PurchaseOrder['request'], vaultId: string | null): SaleCard => {
  if ('payment_token' in request) return { paymentToken: request.payment_token, saveAs: vaultId };
  if (vaultId === null) throw new Error('An opened attempt lacks its saved card.');
  return { vaultId };
};

interface SentAttempt extends KnownAttempt {
  /** Whether an earlier sale of the attempt was marked as unsent. */
  readonly wasSentBefore: boolean;
}

const conclude = async (
  parts: PaymentParts,
  attempt: SentAttempt,
  sale: SaleOutcome,
): Promise<PaymentResponse> => {
  const { attempts, log, tracing } = parts;
  const { attemptId, amountCents } = attempt;
  try {
    const { decision, reversals, cases } = await decide(parts, attempt, sale);
    for (const found of cases) await openCase(parts, found);
    if (decision !== undefined) {
      const { response, moved } = await attempts.settle(attempt, decision, 'attempt', reversals);
      if (moved && decision.isDecline) await checkCircuitBreaker(parts);
      if (response !== undefined) {
        parts.sendLocks?.release(attempt);
        return response;
      }
    } else if (sale.kind === 'unsent') await attempts.markUnsent(attempt, tracing.traceParent());
    else await attempts.scheduleCheck(attempt, firstCheckMs, tracing.traceParent());
  } catch (error) {
    // The database failed after the gateway may have charged the card. Recovery settles the attempt later.
    log.error({ event: 'settlement-failed', attemptId, error });
    if (amountCents === 0) throw cardUnknown();
    throw storeError('outcome-unknown', outcomeUnknown, retryAfter(2));
  }
  if (sale.kind === 'unsent') {
    throw storeError(
      'gateway-unreachable',
      'The card processor cannot be reached right now. Your card was not charged. Please try again shortly.',
      retryAfter(5),
    );
  }
  const status = sale.kind === 'unknown' && sale.timedOut ? 504 : undefined;
  if (amountCents === 0) throw cardUnknown(status);
  throw storeError('outcome-unknown', outcomeUnknown, retryAfter(2), status);
};

const undecided: Assessment = { decision: undefined, reversals: [], cases: [] };

const decide = async (parts: PaymentParts, attempt: SentAttempt, sale: SaleOutcome): Promise<Assessment> => {
  switch (sale.kind) {
    case 'approved':
      return { ...undecided, decision: charged(sale.transactionId) };
    case 'refused':
      return { ...undecided, decision: declined(sale) };
    case 'partly-approved':
      return voidPartialCharge(parts, attempt, sale);
    case 'turned-down':
      return recordedOf(parts, attempt, sale);
    case 'undecided':
      return recordedOf(parts, attempt);
    case 'unsent':
    case 'unknown':
      return undecided;
  }
};

/** Voids a partial charge immediately, because only the full amount is a purchase. */
const voidPartialCharge = async (
  { gateway, log }: PaymentParts,
  { customerId, attemptId, amountCents }: SentAttempt,
  { transactionId, chargedCents }: Extract<SaleOutcome, { kind: 'partly-approved' }>,
): Promise<Assessment> => {
  const isCanceled = await gateway.cancel(transactionId).catch(() => false);
  const outcome = isCanceled ? 'taken-back' : 'unknown';
  log.error({ event: 'partly-charged', attemptId, chargedCents, outcome });
  if (isCanceled) return { ...undecided, decision: failedAfterRefund(transactionId, true) };
  const evidence = { amountCents, chargedCents, transactionId };
  const found = { kind: 'amount-mismatch', reference: attemptId, customerId, attemptId, evidence } as const;
  return { ...undecided, cases: [found] };
};

// Assesses the gateway's records. Without records, the attempt failed if its first request was turned down.
const recordedOf = async (
  { gateway, config, log }: PaymentParts,
  attempt: SentAttempt,
  turnedDown?: Extract<SaleOutcome, { kind: 'turned-down' }>,
): Promise<Assessment> => {
  const { attemptId, wasSentBefore } = attempt;
  try {
    const found = await gateway.find(attemptId);
    if (found.kind === 'nothing' && turnedDown !== undefined && !wasSentBefore)
      return { ...undecided, decision: declined(turnedDown) };
    const isSameRefusal = found.kind === 'not-charged' && found.code === turnedDown?.code;
    const recorded = isSameRefusal
      ? { ...found, failedCheck: found.failedCheck ?? turnedDown.failedCheck }
      : found;
    return assess(recorded, attempt, config.returnsTakeCredits);
  } catch (error) {
    log.warn({ event: 'lookup-failed', attemptId, error });
    return undecided;
  }
};

type OpeningErrors = Readonly<
  Record<
    Exclude<PurchaseOpening['outcome'], 'opened' | 'settled' | 'withdrawn'>,
    (retryAfterSeconds: number) => HttpError
  >
>;

/** Errors of card checks that need other words than those of purchases. */
const cardErrors: Partial<OpeningErrors> = {
  'in-progress': () => cardUnknown(),
  'too-many': (retryAfterSeconds) =>
    storeError(
      'rate-limited',
      'Too many attempts to add a card. Your card was not charged. Please try again later.',
      retryAfter(retryAfterSeconds),
    ),
  'sign-in-needed': () =>
    storeError('recent-sign-in-required', 'Please sign in again to add a card. Your card was not charged.'),
  'too-many-cards': () =>
    storeError(
      'too-many-cards',
      `You already have ${maxCards} saved cards. Your card was not charged. Please remove one first.`,
    ),
};

const openingErrors: OpeningErrors = {
  'in-progress': () => storeError('attempt-in-progress', outcomeUnknown, retryAfter(2)),
  'key-reused': () => storeError('key-reused', 'This Idempotency-Key belongs to another payment request.'),
  'order-taken': () =>
    storeError('key-reused', 'This Idempotency-Key cannot be used. Please start a new payment.'),
  'token-used': () =>
    storeError('token-used', 'These card details have already been used. Please enter your card again.'),
  'too-many': tooManyAttempts,
  'too-many-in-flight': () =>
    storeError(
      'rate-limited',
      'Other payments are still being processed. Your card was not charged. Please wait a moment and try again.',
      // Attempts in flight usually end within seconds.
      retryAfter(3),
    ),
  'too-many-declines': (retryAfterSeconds) =>
    storeError(
      'too-many-declines',
      'Too many cards were declined. Your card was not charged. Please contact your bank, or try again tomorrow.',
      retryAfter(retryAfterSeconds),
    ),
  paused: (retryAfterSeconds) =>
    storeError(
      'purchases-paused',
      'Card payments are paused for a few minutes. Your card was not charged. Please try again later.',
      retryAfter(retryAfterSeconds),
    ),
  'price-changed': () =>
    storeError(
      'price-changed',
      'The price of this package has changed. Your card was not charged. Please check the new price.',
    ),
  'balance-full': () =>
    storeError('invalid-request', 'Your balance is too high to buy more credits. Your card was not charged.'),
  'unknown-card': cardNotFound,
  'card-expired': () =>
    storeError(
      'card-expired',
      'This saved card has expired, so it was not charged. Please use another card.',
    ),
  'sign-in-needed': () =>
    storeError(
      'recent-sign-in-required',
      'Please sign in again to pay with a saved card on this device. Your card was not charged.',
    ),
  'too-many-cards': () =>
    storeError(
      'too-many-cards',
      `You already have ${maxCards} saved cards. Your card was not charged. Please remove one, or pay without saving this card.`,
    ),
  'unknown-product': productNotFound,
  'unknown-customer': customerNotFound,
  blocked: customerBlocked,
};

const logSale = (log: Log, attemptId: string, transactionId: string, sale: SaleOutcome): void => {
  const entry = { event: 'sale', attemptId, transactionId, outcome: sale.kind };
  if (sale.kind === 'approved') log.info(entry);
  else if (sale.kind === 'refused' && notSetUpCodes.has(sale.code)) log.error({ ...entry, code: sale.code });
  else if (sale.kind === 'refused') log.info({ ...entry, code: sale.code });
  else if ('code' in sale) log.warn({ ...entry, code: sale.code });
  else if ('why' in sale) log.warn({ ...entry, why: sale.why });
};

const sha256 = (data: string | Buffer): Buffer => hash('sha256', data, 'buffer');

/** Returns the request's hash. Ignores the order of the address fields. */
const fingerprintOf = (request: PurchaseOrder['request']): Buffer => {
  const billing = Object.entries(request.billing_address ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const card =
    'card_id' in request
      ? [{ card: request.card_id }, billing]
      : [request.payment_token, billing, ...(request.save_card === true ? ['saved'] : [])];
  return sha256(JSON.stringify([request.product_id, ...card]));
};

/** Returns a UUID (version 8) derived from the request, so that repeating the request is the same attempt. */
const attemptIdFor = (customerId: string, fingerprint: Buffer): string => {
  const bytes = sha256(Buffer.concat([Buffer.from(`${customerId}\0`), fingerprint])).subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
