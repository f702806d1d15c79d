import type { Product } from '#contract/products.ts';
import { formatCents } from '#domain/money.ts';
import { useCheckout, useCustomer } from '#features/app-context.ts';
import { focusBuyButton } from '#features/focus-targets.ts';
import { canPay, isProcessing } from '#machines/checkout.selectors.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import { Button } from '#ui/Button.tsx';
import { type BillingDraft, useDraft } from './billing-draft.ts';
import * as styles from './checkout.css.ts';

interface CheckoutActionsProps {
  readonly draft: BillingDraft;
  readonly product: Product;
}

/** Pays, or closes the form. */
export const CheckoutActions = ({ draft, product }: CheckoutActionsProps) => {
  const { checkout } = useCustomer();
  const complete = useDraft(draft, draft.isComplete);
  const ready = useCheckout(canPay);
  const processing = useCheckout(isProcessing);

  const cancel = () => {
    focusBuyButton(product.id);
    checkout.send({ type: 'checkout.cancelled' });
  };
  return (
    <div className={styles.actions}>
      <Button variant="secondary" disabled={processing} onClick={cancel}>
        {checkoutTexts.cancel}
      </Button>
      <Button
        type="submit"
        className={styles.pay}
        aria-disabled={processing}
        disabled={!processing && !(complete && ready)}
      >
        {checkoutTexts.pay(formatCents(product.price_cents))}
      </Button>
    </div>
  );
};
