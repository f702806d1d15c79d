import { useEffect, useRef, useState } from 'react';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { focusHeading } from '#features/shared/focus-targets.ts';
import {
  type CheckoutSnapshot,
  isCardLoading,
  isConfirming,
  isProcessing,
  isResuming,
} from '#machines/checkout.selectors.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { bringIntoView } from '#ui/focus.ts';
import { Spinner } from '#ui/Spinner.tsx';
import * as styles from './checkout.css.ts';

export const selectStatus = (snapshot: CheckoutSnapshot): string | null => {
  if (isResuming(snapshot)) return checkoutTexts.resuming;
  if (isConfirming(snapshot)) return checkoutTexts.confirming;
  if (isProcessing(snapshot)) return checkoutTexts.processing;
  return isCardLoading(snapshot) ? checkoutTexts.cardLoading : null;
};

export const CheckoutStatus = () => {
  const status = useCheckout(selectStatus);
  const confirming = useCheckout(isConfirming);
  const processing = useCheckout(isProcessing);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (status !== null && (processing || confirming)) bringIntoView(place.current);
  }, [status, processing, confirming]);
  return (
    status && (
      <div className={styles.status} ref={place}>
        <Waiting key={status} label={status} />
        {confirming && <StopWaiting />}
      </div>
    )
  );
};

/** After this many milliseconds, shows text instead of a spinner. */
const longestTurn = 30_000;

const Waiting = ({ label }: { readonly label: string }) => {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), longestTurn);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return <Spinner label={label} />;
  return (
    <Banner tone="info">
      <p>{label}</p>
      <p>{checkoutTexts.takesLong}</p>
    </Banner>
  );
};

const StopWaiting = () => {
  const { checkout } = useCustomer();
  const stop = () => {
    focusHeading('checkout');
    checkout.send({ type: 'confirmation.stopped' });
  };
  return (
    <Button variant="secondary" onClick={stop}>
      {checkoutTexts.stopWaiting}
    </Button>
  );
};
