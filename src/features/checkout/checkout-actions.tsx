import { useId } from 'react';
import type { Product } from '#contract/products.ts';
import { formatCents } from '#domain/format.ts';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { focusBuyButton } from '#features/shared/focus-targets.ts';
import { canPay, isProcessing } from '#machines/purchase/checkout.selectors.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import { Button } from '#ui/Button.tsx';
import { type BillingDraft, useDraft } from './billing-draft.ts';
import * as styles from './checkout.css.ts';
import { PayLine } from './pay-line.tsx';

interface CheckoutActionsProps {
  readonly draft: BillingDraft;
  readonly product: Product;
}

export const CheckoutActions = ({ draft, product }: CheckoutActionsProps) => {
  const { checkout } = useCustomer();
  const isComplete = useDraft(draft, draft.isComplete);
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
      <PayLine id={line} draft={draft} />
    </div>
  );
};
