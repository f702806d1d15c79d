import { useId } from 'react';
import type { Product } from '#contract/products.ts';
import { type BillingField, isBillingComplete } from '#domain/billing.ts';
import { formatCents } from '#domain/format.ts';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { focusBuyButton } from '#features/shared/focus-targets.ts';
import { type Form, useFormState } from '#features/shared/use-form.ts';
import { canPay, isProcessing } from '#machines/purchase/checkout.selectors.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import { Button } from '#ui/Button.tsx';
import * as styles from './checkout.css.ts';
import { PayLine } from './pay-line.tsx';

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
