import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { useCheckout } from '#features/shared/app-context.ts';
import { focusHeading } from '#features/shared/focus-targets.ts';
import {
  type CheckoutSnapshot,
  isCardLoading,
  isConfirming,
  isProcessing,
  isResuming,
  selectPayment,
} from '#machines/purchase/checkout.selectors.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { bringIntoView } from '#ui/focus.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import * as styles from './checkout.css.ts';

/** Returns whether the customer is waiting for the card fields or the payment. */
export const isWaiting = (snapshot: CheckoutSnapshot): boolean =>
  isProcessing(snapshot) || isCardLoading(snapshot);

export const CheckoutStatus = () => {
  const resuming = useCheckout(isResuming);
  const processing = useCheckout(isProcessing);
  const loading = useCheckout(isCardLoading);
  const confirming = useSelector(useCheckout(selectPayment), isConfirming);
  let status: string | null = loading ? checkoutTexts.cardLoading : null;
  if (processing) status = checkoutTexts.processing;
  if (confirming) status = checkoutTexts.confirming;
  if (resuming) status = checkoutTexts.resuming;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (status !== null && (processing || confirming)) bringIntoView(place.current);
  }, [status, processing, confirming]);
  return (
    status && (
      <div className={styles.status} ref={place}>
        <Waiting key={status} label={status} isHidden={processing && !confirming && !resuming} />
        {confirming && <StopWaiting />}
      </div>
    )
  );
};

/** Delay after which text replaces the spinner, in ms. */
const longestTurn = 30_000;

interface WaitingProps {
  readonly label: string;
  /** Whether only screen readers need the label, because the button shows it. */
  readonly isHidden: boolean;
}

const Waiting = ({ label, isHidden }: WaitingProps) => {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), longestTurn);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong && isHidden) return <VisuallyHidden role="status">{label}</VisuallyHidden>;
  if (!isLong) return <Spinner label={label} />;
  return (
    <Banner tone="info">
      <p>{label}</p>
      <p>{checkoutTexts.takesLong}</p>
    </Banner>
  );
};

const StopWaiting = () => {
  const payment = useCheckout(selectPayment);
  const stop = () => {
    focusHeading('checkout');
    payment?.send({ type: 'confirmation.stopped' });
  };
  return (
    <Button variant="secondary" onClick={stop}>
      {checkoutTexts.stopWaiting}
    </Button>
  );
};
