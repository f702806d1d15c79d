import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { truncate } from '#domain/text.ts';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { focusHeading, headingIds } from '#features/shared/focus-targets.ts';
import { SupportLink } from '#features/shared/support-link.tsx';
import {
  isProcessing,
  isResuming,
  isUnderWay,
  selectPackage,
  selectUnresolved,
} from '#machines/purchase/checkout.selectors.ts';
import type { PurchaseAttempt } from '#machines/purchase/checkout.types.ts';
import { checkoutTexts, leavingTexts } from '#texts/checkout.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { link } from '#ui/link.css.ts';
import { Region } from '#ui/Region.tsx';
import * as styles from './checkout.css.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { CheckoutStatus } from './checkout-status.tsx';
import { useKeptPackage } from './kept-package.ts';

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

const longestName = 80;

const UnresolvedPurchase = ({ attempt }: { readonly attempt: PurchaseAttempt }) => {
  const { checkout } = useCustomer();
  const hint = checkoutTexts.pendingHint(truncate(attempt.productName, longestName));
  const checkAgain = () => {
    focusHeading('checkout');
    checkout.send({ type: 'outcome.rechecked' });
  };
  const acknowledge = () => {
    focusHeading('packages');
    checkout.send({ type: 'outcome.acknowledged' });
  };
  return (
    <Banner tone="warning">
      <h3>{checkoutTexts.pending}</h3>
      <p>
        <span>{hint.before}</span> <SupportLink className={link}>{hint.contact}</SupportLink>{' '}
        <span>{hint.after}</span>
      </p>
      <p>
        <span>{`${checkoutTexts.reference}: `}</span>
        <code className={styles.reference} translate="no">
          {attempt.id}
        </code>
      </p>
      <div className={styles.choices}>
        <Button onClick={checkAgain}>{checkoutTexts.checkAgain}</Button>
        <Button variant="secondary" onClick={acknowledge}>
          {checkoutTexts.acknowledge}
        </Button>
      </div>
    </Banner>
  );
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
