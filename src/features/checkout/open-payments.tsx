import { type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { truncate } from '#domain/text.ts';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { focusHeading } from '#features/shared/focus-targets.ts';
import { ContactLine } from '#features/shared/support-link.tsx';
import { isChoosing, selectSetAside } from '#machines/purchase/checkout.selectors.ts';
import type { PurchaseAttempt } from '#machines/purchase/checkout.types.ts';
import { checkoutTexts, setAsideTexts } from '#texts/checkout.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useCopy } from '#ui/use-copy.ts';
import * as styles from './checkout.css.ts';

interface AttemptProps {
  readonly attempt: PurchaseAttempt;
}

export const nameOf = ({ productName }: PurchaseAttempt): string => truncate(productName, 80);

/** Shows a payment with an unknown outcome, which keeps the customer from buying. */
export const UnresolvedPurchase = ({ attempt }: AttemptProps) => {
  const { checkout } = useCustomer();
  const [isAsked, setIsAsked] = useState(false);
  const checkAgain = () => {
    focusHeading('checkout');
    checkout.send({ type: 'outcome.rechecked' });
  };
  const close = () => setIsAsked(false);
  const dismiss = () => {
    // The dialog returns the focus to its opener, which is then removed.
    flushSync(() => checkout.send({ type: 'outcome.acknowledged' }));
    focusHeading('packages');
  };
  return (
    <>
      <Banner tone="warning">
        <h3>{checkoutTexts.pending}</h3>
        <ContactLine>{checkoutTexts.pendingHint(nameOf(attempt))}</ContactLine>
        <Reference attempt={attempt} />
        <div className={styles.choices}>
          <Button onClick={checkAgain}>{checkoutTexts.checkAgain}</Button>
          <Button variant="secondary" onClick={() => setIsAsked(true)}>
            {checkoutTexts.acknowledge}
          </Button>
        </div>
      </Banner>
      <Dialog
        open={isAsked}
        onClose={close}
        title={setAsideTexts.title}
        footer={
          <>
            <Button variant="secondary" onClick={dismiss}>
              {checkoutTexts.acknowledge}
            </Button>
            <Button onClick={close}>{setAsideTexts.keep}</Button>
          </>
        }
      >
        <p>{setAsideTexts.hint(nameOf(attempt))}</p>
      </Dialog>
    </>
  );
};

/** Shows the payments whose warning the customer has dismissed, until their outcomes are known. */
export const SetAsidePayments = () => {
  const attempts = useCheckout(selectSetAside);
  return attempts.map((attempt) => <SetAsidePayment key={attempt.id} attempt={attempt} />);
};

const SetAsidePayment = ({ attempt }: AttemptProps) => {
  const { checkout } = useCustomer();
  const choosing = useCheckout(isChoosing);
  return (
    <Banner tone="warning">
      <p>{checkoutTexts.setAside(nameOf(attempt))}</p>
      <Reference attempt={attempt}>
        {choosing && (
          <Button
            variant="secondary"
            small
            onClick={() => {
              flushSync(() => checkout.send({ type: 'attempt.rechecked', attempt }));
              focusHeading('checkout');
            }}
          >
            {checkoutTexts.checkAgain}
          </Button>
        )}
      </Reference>
    </Banner>
  );
};

/** Shows an attempt's id with a button that copies it. */
const Reference = ({ attempt: { id }, children }: AttemptProps & { readonly children?: ReactNode }) => {
  const { outcome, copy } = useCopy();
  const codeId = useId();
  return (
    <div className={styles.referenceLine}>
      <p>
        <span>{`${checkoutTexts.reference}: `}</span>
        <code id={codeId} className={styles.reference} translate="no">
          {id}
        </code>
      </p>
      <Button
        variant="secondary"
        small
        aria-label={checkoutTexts.copyReference}
        aria-describedby={codeId}
        onClick={() => void copy(id)}
      >
        {checkoutTexts.copy}
      </Button>
      {children}
      {/* The banner around it is a live region. */}
      {outcome && <p className={styles.copyOutcome}>{outcome}</p>}
    </div>
  );
};
