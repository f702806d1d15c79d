import { useEffect } from 'react';
import { useCheckout } from '#features/shared/app-context.ts';
import { headingIds } from '#features/shared/focus-targets.ts';
import { isResuming, isUnderWay, selectPackage, selectUnresolved } from '#machines/checkout.selectors.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import { Region } from '#ui/Region.tsx';
import { CheckoutForm } from './checkout-form.tsx';
import { CheckoutStatus } from './checkout-status.tsx';
import { LeaveWarning } from './leave-warning.tsx';
import { UnresolvedPurchase } from './unresolved-purchase.tsx';

/** The purchase under way: its form, or the search for what became of it. No region while there is none. */
export const CheckoutRegion = () => {
  const product = useCheckout(selectPackage);
  const resuming = useCheckout(isResuming);
  const unresolved = useCheckout(selectUnresolved);
  const underWay = useCheckout(isUnderWay);
  useArrival(product?.id ?? unresolved?.id ?? null);

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

/** Brings the region into view, and the focus to its heading, when another purchase takes it. */
const useArrival = (purchase: string | null): void => {
  useEffect(() => {
    if (purchase === null) return;
    const heading = document.getElementById(headingIds.checkout);
    heading?.focus({ preventScroll: true });
    // At once: Chromium adds what is left of a smooth scroll to the scroll to a field that takes the focus meanwhile.
    heading?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [purchase]);
};
