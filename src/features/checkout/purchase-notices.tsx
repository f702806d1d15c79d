import { useCheckout } from '#features/app-context.ts';
import { type CheckoutSnapshot, selectFailure, selectPackage } from '#machines/checkout.selectors.ts';
import type { CheckoutFailure } from '#machines/checkout.types.ts';
import { ElsewhereNotice } from './elsewhere-notice.tsx';
import { FailureNotice } from './failure-notice.tsx';

const selectFailureOfClosedForm = (snapshot: CheckoutSnapshot): CheckoutFailure | null =>
  snapshot.matches({ idle: 'choosing' }) ? selectFailure(snapshot) : null;

const isFormClosed = (snapshot: CheckoutSnapshot): boolean => selectPackage(snapshot) === null;

/** What there is to know before a package is chosen: why the last purchase failed, and what is bought elsewhere. */
export const PurchaseNotices = () => {
  const failure = useCheckout(selectFailureOfClosedForm);
  const isClosed = useCheckout(isFormClosed);
  return (
    <>
      {failure && <FailureNotice failure={failure} />}
      {isClosed && <ElsewhereNotice />}
    </>
  );
};
