import { type BillingField, billingFields, findMissingBilling } from '#domain/billing.ts';
import { useCheckout } from '#features/shared/app-context.ts';
import { type Form, useFormState } from '#features/shared/use-form.ts';
import { useOnline } from '#features/shared/use-online.ts';
import {
  isCardUnmounted,
  isProcessing,
  selectInvalidCardFields,
} from '#machines/purchase/checkout.selectors.ts';
import { missingText, payTexts } from '#texts/checkout.ts';
import * as styles from './checkout.css.ts';
import { CheckoutStatus, isWaiting } from './checkout-status.tsx';

interface PayLineProps {
  readonly id: string;
  readonly form: Form<BillingField>;
}

/** Why paying must wait. Always present, so that nothing shifts when the text changes. */
export const PayLine = ({ id, form }: PayLineProps) => {
  const online = useOnline();
  const waits = useCheckout((snapshot) => isWaiting(snapshot) && (online || isProcessing(snapshot)));
  return (
    <div className={styles.payLine} id={id}>
      {waits ? <CheckoutStatus /> : online ? <PayReason form={form} /> : <p>{payTexts.offline}</p>}
    </div>
  );
};

const PayReason = ({ form }: Pick<PayLineProps, 'form'>) => {
  const isUnmounted = useCheckout(isCardUnmounted);
  const card = useCheckout(selectInvalidCardFields);
  // Selects the text, so that a change of a field renders this only if the text changes.
  const missing = useFormState(form, () => {
    const due = findMissingBilling(form.values());
    const errors = form.errors();
    return missingText(
      billingFields.filter((field) => due.includes(field) || errors.has(field)),
      card,
    );
  });
  return <p>{isUnmounted ? payTexts.unmounted : missing}</p>;
};
