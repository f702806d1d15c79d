import { useEffect, useState } from 'react';
import type { Product } from '#contract/products.ts';
import { toBillingAddress } from '#domain/billing.ts';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import {
  isCardUnmounted,
  isCardUnsound,
  selectCardFailure,
  selectUnsoundCardFields,
} from '#machines/checkout.selectors.ts';
import { BillingFields, useBillingForm } from './billing-fields.tsx';
import { CardFields, focusCardField } from './card-fields.tsx';
import * as styles from './checkout.css.ts';
import { CheckoutActions } from './checkout-actions.tsx';
import { FormNotices, focusRetry, OtherTabNotice } from './notices.tsx';
import { OrderSummary } from './order-summary.tsx';

/** Billing address and card for one package. Stands, with all that was typed, until it is paid or cancelled. */
export const CheckoutForm = ({ product }: { readonly product: Product }) => {
  const { checkout } = useCustomer();
  const [isCardDue, setIsCardDue] = useState(false);
  const unsoundCard = useCheckout(isCardUnsound);
  // Once it is sound, or on its way for another package, it is asked for no more.
  if (isCardDue && !unsoundCard) setIsCardDue(false);

  const cardFailure = useCheckout(selectCardFailure);
  useEffect(() => {
    const [unsound] = selectUnsoundCardFields(checkout.getSnapshot());
    if (cardFailure !== null && unsound !== undefined) focusCardField(unsound);
  }, [cardFailure, checkout]);

  const [form, props] = useBillingForm((read, isRight) => {
    const snapshot = checkout.getSnapshot();
    setIsCardDue(!isRight && isCardUnsound(snapshot));
    if (!isRight) return;
    if (isCardUnmounted(snapshot)) focusRetry();
    // What the gateway has not called valid yet is checked with the press.
    else checkout.send({ type: 'payment.submitted', billing: toBillingAddress(read) });
  });

  return (
    <form {...props} className={styles.form}>
      <OrderSummary product={product} />
      <div className={styles.details}>
        <BillingFields form={form} />
        <CardFields />
        <CheckoutActions form={form} product={product} />
        <FormNotices form={form} isCardDue={isCardDue} />
        <OtherTabNotice />
      </div>
    </form>
  );
};
