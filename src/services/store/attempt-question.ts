import { type StoreApi, StoreError } from '#domain/store.ts';
import type { AttemptState } from '#domain/store-api.ts';
import type { PaymentAnswer, PurchaseAttempt } from '#machines/checkout.types.ts';
import { storeMessages } from './messages.ts';

/**
 * How long the request of an attempt may be on its way, from another tab for instance, before a tab that cannot repeat
 * it gives it up. Milliseconds.
 */
const onItsWay = 10_000;

const answerOf = (state: AttemptState): PaymentAnswer => {
  switch (state.state) {
    case 'pending':
      return { outcome: 'unknown' };
    case 'completed':
      return { outcome: 'approved', purchase: state.purchase };
    case 'failed':
      return { outcome: 'declined', failure: { name: 'declined', message: state.detail } };
    case 'refunded':
      return { outcome: 'declined', failure: { name: 'declined', message: storeMessages.refunded } };
  }
};

/**
 * Asks the store what became of an attempt. One that cannot be repeated, as after a reload, is withdrawn, so that it has
 * an end also when its request was lost: the store then makes sure that it never charges.
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
  const mayArrive = isReplayable || Date.now() - attempt.startedAt < onItsWay;
  try {
    const ask = mayArrive ? store.attempt : store.withdraw;
    return answerOf(await ask(attempt.id, signal));
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
};
