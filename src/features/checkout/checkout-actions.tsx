import { useId } from 'react';
import type { Product } from '#contract/products.ts';
import { type BillingField, billingFields, findMissingBilling, isBillingComplete } from '#domain/billing.ts';
import { formatCents } from '#domain/format.ts';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { focusBuyButton } from '#features/shared/focus-targets.ts';
import { type Form, useFormState } from '#features/shared/use-form.ts';
import { useOnline } from '#features/shared/use-online.ts';
import {
  canPay,
  isCardUnmounted,
  isProcessing,
  selectInvalidCardFields,
} from '#machines/purchase/checkout.selectors.ts';
import { checkoutTexts, missingText, payTexts } from '#texts/checkout.ts';
import { Button } from '#ui/Button.tsx';
import * as styles from './checkout.css.ts';
import { CheckoutStatus, isWaiting } from './checkout-status.tsx';

interface CheckoutActionsProps {
  readonly form: Form<BillingField>;
  readonly product: Product;
}

export const CheckoutActions = ({ form, product }: CheckoutActionsProps) => {
  const { checkout } = useCustomer();
  const isComplete = useFormState(form, () => isBillingComplete(form.values()));
  const ready = useCheckout(canPay);
  const processing = useCheckout(isProcessing);
  const line = useId();

  const cancel = () => {
    focusBuyButton(product.id);
    checkout.send({ type: 'checkout.canceled' });
  };
  return (
    <div className={styles.closing}>
      <div className={styles.actions}>
        <Button variant="secondary" disabled={processing} onClick={cancel}>
          {checkoutTexts.cancel}
        </Button>
        <Button
          type="submit"
          className={styles.pay}
          aria-describedby={line}
          aria-disabled={processing}
          incomplete={!processing && !(isComplete && ready)}
        >
          <span>{checkoutTexts.pay(formatCents(product.price_cents))}</span>
        </Button>
      </div>
      <PayLine id={line} form={form} />
    </div>
  );
};

interface PayLineProps {
  readonly id: string;
  readonly form: Form<BillingField>;
}

/** Why paying must wait. Always present, so that nothing shifts when the text changes. */
const PayLine = ({ id, form }: PayLineProps) => {
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
