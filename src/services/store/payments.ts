import { type StoreApi, StoreError } from '#domain/store.ts';
import type { OutcomeQuestion, PaymentAnswer, PaymentOrder } from '#machines/checkout.types.ts';
import { askStore } from './attempt-question.ts';
import { lookUpInLedger } from './ledger-lookup.ts';
import { paymentAnswerOf } from './payment-answer.ts';

/** The checkout machine's payments. They throw only the reason of their own signal. */
export interface Payments {
  /** Charges once. */
  pay(order: PaymentOrder, signal?: AbortSignal): Promise<PaymentAnswer>;
  /**
   * Finds out what became of an attempt: by the same request again if that is safe and can be made, then by its id, then
   * by the ledger.
   */
  askOutcome(question: OutcomeQuestion, signal?: AbortSignal): Promise<PaymentAnswer>;
}

const unknown: PaymentAnswer = { outcome: 'unknown' };

export const createPayments = (
  store: Pick<StoreApi, 'pay' | 'attempt' | 'withdraw' | 'history'>,
  /** Whether the store takes the attempt's id as an Idempotency-Key, so that a repetition charges nothing anew. */
  { replayable }: { readonly replayable: boolean },
): Payments => {
  const pay = async (order: PaymentOrder, signal?: AbortSignal): Promise<PaymentAnswer> => {
    const { attempt, billing, token } = order;
    try {
      const purchase = await store.pay(
        {
          attemptId: attempt.id,
          productId: attempt.productId,
          expectedAmountCents: attempt.amountCents,
          paymentToken: token,
          billingAddress: billing,
        },
        signal,
      );
      return { outcome: 'approved', purchase };
    } catch (error) {
      if (error instanceof StoreError) return paymentAnswerOf(error);
      throw error;
    }
  };

  /** A replay's refusal says nothing of the first request, which may have charged; only its decline does. */
  const replay = async (order: PaymentOrder, signal?: AbortSignal): Promise<PaymentAnswer> => {
    const answer = await pay(order, signal);
    return answer.outcome === 'refused' && answer.failure.name !== 'unresolved' ? unknown : answer;
  };

  return {
    pay,
    async askOutcome({ attempt, billing, token }, signal) {
      const isReplayable = replayable && billing !== null && token !== null;
      if (isReplayable) {
        const answer = await replay({ attempt, billing, token }, signal);
        if (answer.outcome !== 'unknown') return answer;
      }
      try {
        const answer = replayable ? await askStore(store, attempt, { isReplayable }, signal) : null;
        if (answer !== null) return answer;
        return await lookUpInLedger(store, attempt, replayable, signal);
      } catch (error) {
        if (error instanceof StoreError) return unknown;
        throw error;
      }
    },
  };
};
