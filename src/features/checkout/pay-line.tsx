import { billingFields } from '#domain/billing.ts';
import { useCheckout } from '#features/shared/app-context.ts';
import { useFormState } from '#features/shared/form.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { isCardUnmounted, isProcessing, selectUnsoundCardFields } from '#machines/checkout.selectors.ts';
import { missingText, payTexts } from '#texts/checkout.ts';
import type { BillingForm } from './billing-fields.tsx';
import * as styles from './checkout.css.ts';
import { CheckoutStatus, selectStatus } from './checkout-status.tsx';

interface PayLineProps {
  readonly id: string;
  readonly form: BillingForm;
}

/** The line below Pay: what is waited for, or why it can't be paid yet. Always there, so that nothing moves. */
export const PayLine = ({ id, form }: PayLineProps) => {
  const online = useOnline();
  const isWaiting = useCheckout(
    (snapshot) => selectStatus(snapshot) !== null && (online || isProcessing(snapshot)),
  );
  return (
    <div className={styles.payLine} id={id}>
      {isWaiting ? <CheckoutStatus /> : online ? <PayReason form={form} /> : <p>{payTexts.offline}</p>}
    </div>
  );
};

const PayReason = ({ form }: Pick<PayLineProps, 'form'>) => {
  const isUnmounted = useCheckout(isCardUnmounted);
  const card = useCheckout(selectUnsoundCardFields);
  // Selected as text: a field that is filled in renders this only where the line changes.
  const text = useFormState(form, () => {
    const missing = form.missing();
    const { errors } = form.state();
    return missingText(
      billingFields.filter((field) => missing.includes(field) || errors.has(field)),
      card,
    );
  });
  return <p>{isUnmounted ? payTexts.unmounted : text}</p>;
};
