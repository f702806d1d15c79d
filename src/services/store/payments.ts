import type { ErrorCode } from '#contract/errors.ts';
import type { AttemptState } from '#contract/purchases.ts';
import { StoreError } from '#domain/store-error.ts';
import { sentencesOf } from '#domain/text.ts';
import type {
  BaselineAnswer,
  CheckoutFailureName,
  OutcomeQuestion,
  PaymentAnswer,
  PaymentOrder,
  PurchaseAttempt,
} from '#machines/checkout.types.ts';
import { lookUpNewRow, readBaseline } from './ledger-baseline.ts';
import { lookUpOrder } from './ledger-lookup.ts';
import type { StoreApi } from './store.ts';

const unknown: PaymentAnswer = { outcome: 'unknown' };
const declined = (message: string): PaymentAnswer => ({
  outcome: 'declined',
  failure: { name: 'declined', message },
});
const refused = (name: CheckoutFailureName, message = ''): PaymentAnswer => ({
  outcome: 'refused',
  failure: { name, message },
});

const isAboutToken = (detail: string) => /enter your card again|payment token/i.test(detail);

/** The code of a refusal by an API that gives none, as far as its status and its words tell. */
const guessCode = ({ status, message }: StoreError): ErrorCode | undefined => {
  switch (status) {
    case 402:
      return isAboutToken(message) ? 'token-used' : 'declined';
    case 404:
      return /customer/i.test(message) ? 'customer-not-found' : 'product-not-found';
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

/** What each code of a refusal means for the checkout; any other one is a plain refusal. */
const failureNames: Readonly<Partial<Record<ErrorCode, CheckoutFailureName>>> = {
  declined: 'declined',
  'not-charged': 'declined',
  refunded: 'declined',
  'token-used': 'token-refused',
  'product-not-found': 'package-withdrawn',
  'price-changed': 'price-changed',
  // Nobody knows here what the key was used for: sending it again would tell nothing new.
  'key-reused': 'unresolved',
  'rate-limited': 'rate-limited',
  'customer-blocked': 'customer-blocked',
};

/** Why the store refuses for now, without its own advice on when to try again. */
const ownDetail = ({ message }: StoreError): string => {
  const [first = ''] = sentencesOf(message);
  return message.startsWith('Request failed') || /try again/i.test(first) ? 'Too many attempts.' : first;
};

/** Statuses of a request that may still be under way or done. */
const inconclusiveStatuses: ReadonlySet<number> = new Set([408, 425]);

/**
 * What a failed payment request says about the charge. Refused and declined only where the store certainly charged
 * nothing; everything else leaves the outcome unknown. After the end of a session, whoever signs in again learns it.
 */
const answerOfFailure = (error: StoreError): PaymentAnswer => {
  const { kind, status, message, retryAfter } = error;
  if (kind === 'unsent') return refused('unreachable');
  if (
    kind !== 'refused' ||
    status === null ||
    status < 400 ||
    status >= 500 ||
    inconclusiveStatuses.has(status)
  )
    return unknown;
  const code = error.code ?? guessCode(error);
  if (code === 'attempt-in-progress') return unknown;
  const name = (code && failureNames[code]) ?? 'refused';
  if (name === 'declined') return declined(message);
  if (name !== 'rate-limited' || retryAfter === null) return refused(name, message);
  const wait = `${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}`;
  return refused(name, `${ownDetail(error)} You have not been charged. Try again in ${wait}.`);
};

const answerOfAttempt = (attempt: AttemptState): PaymentAnswer => {
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

/** What a call gives, or what is made of its StoreError. */
const recover = async <Result, Instead>(
  call: Promise<Result>,
  instead: (error: StoreError) => Instead,
): Promise<Result | Instead> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof StoreError) return instead(error);
    throw error;
  }
};

/**
 * The checkout machine's payments, over the store's calls. They throw only the reason of their own signal.
 *
 * @param options `replayable`: whether the store takes the attempt's id as an Idempotency-Key, so that a repetition
 *   charges nothing anew
 */
export const createPayments = (
  store: Pick<StoreApi, 'pay' | 'attempt' | 'withdraw' | 'history'>,
  { replayable }: { readonly replayable: boolean },
) => {
  const charge = async (order: PaymentOrder, signal?: AbortSignal): Promise<PaymentAnswer> => ({
    outcome: 'approved',
    purchase: await store.pay(order, signal),
  });
  /** Charges once. */
  const pay = (order: PaymentOrder, signal?: AbortSignal): Promise<PaymentAnswer> =>
    recover(charge(order, signal), answerOfFailure);

  /** A replay's refusal says nothing of the first request, which may have charged; only its decline does. */
  const replay: typeof pay = async (order, signal) => {
    const answer = await pay(order, signal);
    return answer.outcome === 'refused' && answer.failure.name !== 'unresolved' ? unknown : answer;
  };

  /**
   * Asks the store what became of an attempt. One that cannot be repeated, as after a reload, is withdrawn, so that it has
   * an end also when its request was lost: the store then makes sure that it never charges. No other tab is at work on
   * it: see attempt-locks.ts. Null when the store could not tell, or does not know such questions.
   */
  const askStore = (attemptId: string, isReplayable: boolean, signal?: AbortSignal) =>
    recover(
      (isReplayable ? store.attempt : store.withdraw)(attemptId, signal).then(answerOfAttempt),
      () => null,
    );

  const lookUp = (
    attempt: PurchaseAttempt,
    readKept: () => readonly PurchaseAttempt[],
    signal?: AbortSignal,
  ): Promise<PaymentAnswer> =>
    recover(
      replayable ? lookUpOrder(store, attempt, signal) : lookUpNewRow(store, attempt, readKept, signal),
      () => unknown,
    );

  return {
    pay,
    /** Notes what the ledger holds before a payment, where nothing else will tell the purchase from another one. */
    readBaseline: async (signal?: AbortSignal): Promise<BaselineAnswer> =>
      replayable ? { outcome: 'noted', baseline: null } : readBaseline(store, signal),
    /**
     * Finds out what became of an attempt: by the same request again if that is safe and can be made, then by its id, then
     * by the ledger.
     *
     * @param readKept the attempts of this customer that are open on this device
     */
    async askOutcome(
      { attempt, billing, paymentToken }: OutcomeQuestion,
      readKept: () => readonly PurchaseAttempt[],
      signal?: AbortSignal,
    ): Promise<PaymentAnswer> {
      const isReplayable = replayable && billing !== null && paymentToken !== null;
      if (isReplayable) {
        const answer = await replay({ attempt, billing, paymentToken }, signal);
        if (answer.outcome !== 'unknown') return answer;
      }
      const answer = replayable ? await askStore(attempt.id, isReplayable, signal) : null;
      return answer ?? lookUp(attempt, readKept, signal);
    },
  };
};

export type Payments = ReturnType<typeof createPayments>;
