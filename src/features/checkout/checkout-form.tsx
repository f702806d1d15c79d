import { type FormEvent, useCallback } from 'react';
import type { Product } from '#contract/products.ts';
import { toBillingAddress } from '#domain/billing.ts';
import { useCustomer } from '#features/app-context.ts';
import { focusField } from '#features/focus-field.ts';
import { Card } from '#ui/Card.tsx';
import { useBillingDraft } from './billing-draft.ts';
import { BillingFields } from './billing-fields.tsx';
import { CardFields } from './card-fields.tsx';
import * as styles from './checkout.css.ts';
import { CheckoutActions } from './checkout-actions.tsx';
import { CheckoutStatus } from './checkout-status.tsx';
import { FormNotices, OtherTabNotice } from './notices.tsx';
import { OrderSummary } from './order-summary.tsx';

/** Billing address and card for one package. Stands, with all that was typed, until it is paid or cancelled. */
export const CheckoutForm = ({ product }: { readonly product: Product }) => {
  const { checkout } = useCustomer();
  const draft = useBillingDraft();

  const submit = useCallback(
    (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const [first] = draft.submit();
      if (first === undefined)
        checkout.send({ type: 'payment.submitted', billing: toBillingAddress(draft.form()) });
      else focusField(event.currentTarget, first.field);
    },
    [checkout, draft],
  );

  return (
    <Card>
      <form className={styles.form} noValidate onSubmit={submit}>
        <OrderSummary product={product} />
        <div className={styles.details}>
          <BillingFields draft={draft} />
          <CardFields />
          <OtherTabNotice />
          <CheckoutStatus />
          <FormNotices draft={draft} />
          <CheckoutActions draft={draft} product={product} />
        </div>
      </form>
    </Card>
  );
};
