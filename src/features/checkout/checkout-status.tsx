import { useCheckout } from '#features/app-context.ts';
import {
  type CheckoutSnapshot,
  isCardLoading,
  isConfirming,
  isProcessing,
  isResuming,
} from '#machines/checkout.selectors.ts';
import { checkoutTexts } from '#texts/store.ts';
import { Spinner } from '#ui/Spinner.tsx';

const selectStatus = (snapshot: CheckoutSnapshot): string | null => {
  if (isResuming(snapshot)) return checkoutTexts.resuming;
  if (isConfirming(snapshot)) return checkoutTexts.confirming;
  if (isProcessing(snapshot)) return checkoutTexts.processing;
  return isCardLoading(snapshot) ? checkoutTexts.cardLoading : null;
};

/** What the checkout is waiting for, if anything. */
export const CheckoutStatus = () => {
  const status = useCheckout(selectStatus);
  return status && <Spinner label={status} />;
};
