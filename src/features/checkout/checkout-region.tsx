import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { headingIds } from '#features/shared/focus-targets.ts';
import {
  isProcessing,
  isResuming,
  isUnderWay,
  selectPackage,
  selectUnresolved,
} from '#machines/purchase/checkout.selectors.ts';
import { checkoutTexts, leavingTexts } from '#texts/checkout.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Region } from '#ui/Region.tsx';
import { CheckoutForm } from './checkout-form.tsx';
import { CheckoutStatus } from './checkout-status.tsx';
import { useKeptPackage } from './kept-package.ts';
import { UnresolvedPurchase } from './open-payments.tsx';

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

/** Scrolls to the region and focuses its heading when a new purchase starts. */
const useArrival = (purchase: string | null): void => {
  useEffect(() => {
    if (purchase === null) return;
    const heading = document.getElementById(headingIds.checkout);
    heading?.focus({ preventScroll: true });
    // Scroll instantly. In Chromium, focusing a field during a smooth scroll would scroll too far.
    heading?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [purchase]);
};

const LeaveWarning = () => {
  const { checkout } = useCustomer();
  const processing = useCheckout(isProcessing);
  // The machine stops when the session ends. The customer must then be able to leave.
  const isPaying = useCallback(() => {
    const snapshot = checkout.getSnapshot();
    return snapshot.status === 'active' && isProcessing(snapshot);
  }, [checkout]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isPaying(),
    enableBeforeUnload: isPaying,
    disabled: !processing,
    withResolver: true,
  });

  const { reset } = blocker;
  useEffect(() => {
    if (!processing) reset?.();
  }, [processing, reset]);

  if (blocker.status !== 'blocked') return null;
  const leave = () => {
    checkout.send({ type: 'checkout.left' });
    blocker.proceed();
  };
  return (
    <Dialog
      open
      onClose={blocker.reset}
      title={leavingTexts.title}
      footer={
        <>
          <Button variant="secondary" onClick={leave}>
            {leavingTexts.leave}
          </Button>
          <Button onClick={blocker.reset}>{leavingTexts.stay}</Button>
        </>
      }
    >
      <p>{leavingTexts.hint}</p>
    </Dialog>
  );
};
