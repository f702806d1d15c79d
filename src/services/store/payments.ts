import type { ErrorCode } from '#contract/errors.ts';
import type { AttemptState } from '#contract/purchases.ts';
import { isConclusive, StoreError } from '#domain/store-error.ts';
import { sentencesOf } from '#domain/text.ts';
import type {
  BaselineResult,
  CheckoutFailureName,
  OutcomeQuestion,
  PaymentOrder,
  PaymentResult,
  PurchaseAttempt,
} from '#machines/purchase/checkout.types.ts';
import { storeTexts } from '#texts/store.ts';
import { lookUpNewRow, lookUpOrder, readBaseline } from './ledger-lookup.ts';
import type { PurchaseCalls } from './purchase-calls.ts';
import type { StoreApi } from './store.ts';

const unknown: PaymentResult = { outcome: 'unknown' };
const declined = (message: string): PaymentResult => ({
  outcome: 'declined',
  failure: { name: 'declined', message },
});
const refused = (name: CheckoutFailureName, message = ''): PaymentResult => ({
  outcome: 'refused',
  failure: { name, message },
});

const isAboutToken = (detail: string) => /enter your card again|payment token/i.test(detail);

/** Guesses the error code from status and message, for APIs that send no code. */
const guessCode = ({ status, message }: StoreError): ErrorCode | undefined => {
  switch (status) {
    case 402:
      return isAboutToken(message) ? 'token-used' : 'declined';
    case 404:
      return /product|package|avail/i.test(message) ? 'product-not-found' : undefined;
    case 409:
      return /\bprice\b.*\bchanged\b/i.test(message) ? 'price-changed' : 'attempt-in-progress';
    case 422:
      if (/idempotency/i.test(message)) return 'key-reused';
      break;
    case 429:
      return 'rate-limited';
  }
  return isAboutToken(message) ? 'token-used' : undefined;
};

/** Maps error codes to checkout failures. Any other code means `refused`. */
const failureNames: Readonly<Partial<Record<ErrorCode, CheckoutFailureName>>> = {
  declined: 'declined',
  'not-charged': 'declined',
  refunded: 'declined',
  'token-used': 'token-refused',
  'product-not-found': 'package-withdrawn',
  'price-changed': 'price-changed',
  // The key belongs to another request, so a retry wouldn't reveal this attempt's outcome.
  'key-reused': 'unresolved',
  'rate-limited': 'rate-limited',
  'customer-blocked': 'customer-blocked',
  'card-expired': 'card-refused',
  'card-not-found': 'card-refused',
  'recent-sign-in-required': 'sign-in-required',
};

/** Returns the reason, without the store's own advice on when to retry. */
const ownDetail = ({ message }: StoreError): string => {
  const [first = ''] = sentencesOf(message);
  return message.startsWith('Request failed') || /try again/i.test(first)
    ? storeTexts.tooManyAttempts
    : first;
};

/** Returns `refused` or `declined` only if the store certainly charged nothing, otherwise `unknown`. */
const resultOfFailure = (error: StoreError): PaymentResult => {
  const { kind, status, message, retryAfter } = error;
  if (kind === 'unsent') return refused('unreachable');
  if (kind !== 'refused' || !isConclusive(status)) return unknown;
  const code = error.code ?? guessCode(error);
  if (code === 'attempt-in-progress') return unknown;
  const name = (code && failureNames[code]) ?? 'refused';
  if (name === 'declined') return declined(message);
  if (name !== 'rate-limited' || retryAfter === null) return refused(name, message);
  const wait = `${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}`;
  return refused(name, `${ownDetail(error)} You have not been charged. Try again in ${wait}.`);
};

const resultOfAttempt = (attempt: AttemptState): PaymentResult => {
  switch (attempt.state) {
    case 'pending':
      return unknown;
    case 'completed':
      return { outcome: 'approved', purchase: attempt.purchase };
    case 'failed':
      return declined(attempt.detail);
    case 'refunded':
      return refused('refunded');
  }
};

const recover = async <Result, Instead>(call: Promise<Result>, instead: (error: StoreError) => Instead) => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof StoreError) return instead(error);
    throw error;
  }
};

/** Creates the payment calls. `replayable` means that the store has idempotency keys, so replays are safe. */
export const createPayments = (
  store: PurchaseCalls & Pick<StoreApi, 'history'>,
  { replayable }: { readonly replayable: boolean },
) => {
  const pay = (order: PaymentOrder, signal?: AbortSignal): Promise<PaymentResult> =>
    recover(
      store.pay(order, signal).then((purchase): PaymentResult => ({ outcome: 'approved', purchase })),
      resultOfFailure,
    );

  /** Replays a payment. A refusal isn't conclusive, because the first request may have charged the card. */
  const replay: typeof pay = async (order, signal) => {
    const result = await pay(order, signal);
    return result.outcome === 'refused' && result.failure.name !== 'unresolved' ? unknown : result;
  };

  /** Asks for an attempt's outcome. Withdraws an attempt that can't be replayed. Null without a response. */
  const askStore = (attemptId: string, isReplayable: boolean, signal?: AbortSignal) =>
    recover(
      (isReplayable ? store.attempt : store.withdraw)(attemptId, signal).then(resultOfAttempt),
      () => null,
    );

  const lookUp = (
    attempt: PurchaseAttempt,
    readStored: () => readonly PurchaseAttempt[],
    signal?: AbortSignal,
  ): Promise<PaymentResult> =>
    recover(
      replayable ? lookUpOrder(store, attempt, signal) : lookUpNewRow(store, attempt, readStored, signal),
      () => unknown,
    );

  /** Checks an outcome: replays the payment if possible, then asks by id, then reads the ledger. */
  const askOutcome = async (
    { billing, ...question }: OutcomeQuestion,
    readStored: () => readonly PurchaseAttempt[],
    signal?: AbortSignal,
  ): Promise<PaymentResult> => {
    const { attempt, paymentToken, cardId = null } = question;
    const isReplayable = replayable && billing !== null && (paymentToken ?? cardId) !== null;
    if (isReplayable) {
      const result = await replay({ ...question, billing }, signal);
      if (result.outcome !== 'unknown') return result;
    }
    const result = replayable ? await askStore(attempt.id, isReplayable, signal) : null;
    return result ?? lookUp(attempt, readStored, signal);
  };

  return {
    pay,
    askOutcome,
    /** Records the ledger's rows before a payment, if the store has no idempotency keys. */
    readBaseline: async (signal?: AbortSignal): Promise<BaselineResult> =>
      replayable ? { outcome: 'noted', baseline: null } : readBaseline(store, signal),
    /** Returns those attempts whose outcome is known by now. */
    async findSettled(
      attempts: readonly PurchaseAttempt[],
      readStored: (attempt: PurchaseAttempt) => readonly PurchaseAttempt[],
    ): Promise<readonly PurchaseAttempt[]> {
      const settled: PurchaseAttempt[] = [];
      for (const attempt of attempts) {
        const question = { attempt, billing: null, paymentToken: null };
        const { outcome } = await askOutcome(question, () => readStored(attempt));
        if (outcome !== 'unknown') settled.push(attempt);
      }
      return settled;
    },
  };
};

export type Payments = ReturnType<typeof createPayments>;
