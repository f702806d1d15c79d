import { useEffect } from 'react';
import { useCheckout } from '#features/shared/app-context.ts';
import { headingIds } from '#features/shared/focus-targets.ts';
import {
  isResuming,
  isUnderWay,
  selectPackage,
  selectUnresolved,
} from '#machines/purchase/checkout.selectors.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import { Region } from '#ui/Region.tsx';
import { CheckoutForm } from './checkout-form.tsx';
import { CheckoutStatus } from './checkout-status.tsx';
import { useKeptPackage } from './kept-package.ts';
import { LeaveWarning } from './leave-warning.tsx';
import { UnresolvedPurchase } from './unresolved-purchase.tsx';

/** The current purchase: its form, or the check of its outcome. */
export const CheckoutRegion = () => {
  const product = useCheckout(selectPackage);
  const resuming = useCheckout(isResuming);
  const unresolved = useCheckout(selectUnresolved);
  const underWay = useCheckout(isUnderWay);
  useArrival(product?.id ?? unresolved?.id ?? null);
  useKeptPackage();

  return (
    <>
      <LeaveWarning />
      {underWay && (
        <Region label={checkoutTexts.region} headingId={headingIds.checkout}>
          {resuming && <CheckoutStatus />}
          {product && <CheckoutForm product={product} />}
          {unresolved && <UnresolvedPurchase attempt={unresolved} />}
        </Region>
      )}
    </>
  );
};

/** Scrolls to the region and focuses its heading when another purchase starts. */
const useArrival = (purchase: string | null): void => {
  useEffect(() => {
    if (purchase === null) return;
    const heading = document.getElementById(headingIds.checkout);
    heading?.focus({ preventScroll: true });
    // At once: Chromium adds the rest of a smooth scroll to the scroll to a newly focused field.
    heading?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [purchase]);
};
