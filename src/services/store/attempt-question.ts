import type { AttemptState } from '#contract/purchases.ts';
import { type StoreApi, StoreError } from '#domain/store.ts';
import type { PaymentAnswer, PurchaseAttempt } from '#machines/checkout.types.ts';

const answerOf = (state: AttemptState): PaymentAnswer => {
  switch (state.state) {
    case 'pending':
      return { outcome: 'unknown' };
    case 'completed':
      return { outcome: 'approved', purchase: state.purchase };
    case 'failed':
      return { outcome: 'declined', failure: { name: 'declined', message: state.detail } };
    case 'refunded':
      return { outcome: 'refused', failure: { name: 'refunded', message: '' } };
  }
};

/**
 * Asks the store what became of an attempt. One that cannot be repeated, as after a reload, is withdrawn, so that it has
 * an end also when its request was lost: the store then makes sure that it never charges. No other tab is at work on it:
 * see attempt-locks.ts.
 *
 * @param isReplayable whether the same request can be sent again
 * @returns null when the store could not tell, or does not know such questions
 */
export const askStore = async (
  store: Pick<StoreApi, 'attempt' | 'withdraw'>,
  attempt: PurchaseAttempt,
  { isReplayable }: { readonly isReplayable: boolean },
  signal?: AbortSignal,
): Promise<PaymentAnswer | null> => {
  try {
    const ask = isReplayable ? store.attempt : store.withdraw;
    return answerOf(await ask(attempt.id, signal));
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
};
