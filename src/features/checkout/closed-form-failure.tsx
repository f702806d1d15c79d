import { useCheckout } from '#features/app-context.ts';
import { type CheckoutSnapshot, selectFailure } from '#machines/checkout.selectors.ts';
import type { CheckoutFailure } from '#machines/checkout.types.ts';
import { FailureNotice } from './failure-notice.tsx';

const selectFailureOfClosedForm = (snapshot: CheckoutSnapshot): CheckoutFailure | null =>
  snapshot.matches({ idle: 'choosing' }) ? selectFailure(snapshot) : null;

/** Why the last purchase failed, once its form is closed. */
export const ClosedFormFailure = () => {
  const failure = useCheckout(selectFailureOfClosedForm);
  return failure && <FailureNotice failure={failure} />;
};
