import type { BillingField } from '#domain/billing.ts';
import { useCheckout } from '#features/app-context.ts';
import { isCardUnmounted, selectUnsoundCardFields } from '#machines/checkout.selectors.ts';
import { missingText, payTexts } from '#texts/checkout.ts';
import * as styles from './checkout.css.ts';
import { CheckoutStatus, selectStatus } from './checkout-status.tsx';

interface PayLineProps {
  readonly id: string;
  /** Required fields of the billing address that hold nothing. */
  readonly missing: readonly BillingField[];
}

/** The line below Pay: what is waited for, or why it can't be paid yet. Always there, so that nothing moves. */
export const PayLine = ({ id, missing }: PayLineProps) => {
  const isWaiting = useCheckout((snapshot) => selectStatus(snapshot) !== null);
  return (
    <div className={styles.payLine} id={id}>
      {isWaiting ? <CheckoutStatus /> : <PayReason missing={missing} />}
    </div>
  );
};

const PayReason = ({ missing }: Pick<PayLineProps, 'missing'>) => {
  const isUnmounted = useCheckout(isCardUnmounted);
  const card = useCheckout(selectUnsoundCardFields);
  return <p>{isUnmounted ? payTexts.unmounted : missingText(missing, card)}</p>;
};
