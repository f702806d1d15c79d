import { type SubmitEvent, useState } from 'react';
import type { Product } from '#contract/products.ts';
import { toBillingAddress } from '#domain/billing.ts';
import { useCheckout, useCustomer } from '#features/app-context.ts';
import { focusField } from '#features/focus-field.ts';
import { isCardUnsound, selectUnsoundCardFields } from '#machines/checkout.selectors.ts';
import { Card } from '#ui/Card.tsx';
import { useBillingDraft } from './billing-draft.ts';
import { BillingFields } from './billing-fields.tsx';
import { CardFields, focusCardField } from './card-fields.tsx';
import * as styles from './checkout.css.ts';
import { CheckoutActions } from './checkout-actions.tsx';
import { CheckoutStatus } from './checkout-status.tsx';
import { FormNotices, OtherTabNotice } from './notices.tsx';
import { OrderSummary } from './order-summary.tsx';

/** Billing address and card for one package. Stands, with all that was typed, until it is paid or cancelled. */
export const CheckoutForm = ({ product }: { readonly product: Product }) => {
  const { checkout } = useCustomer();
  const draft = useBillingDraft();
  const [isCardDue, setIsCardDue] = useState(false);
  const unsoundCard = useCheckout(isCardUnsound);
  // Once it is sound, or on its way for another package, it is asked for no more.
  if (isCardDue && !unsoundCard) setIsCardDue(false);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const [wrong] = draft.submit();
    const [unsound] = selectUnsoundCardFields(checkout.getSnapshot());
    setIsCardDue(unsound !== undefined);
    if (wrong !== undefined) focusField(event.currentTarget, wrong.field);
    else if (unsound !== undefined) focusCardField(event.currentTarget, unsound);
    else checkout.send({ type: 'payment.submitted', billing: toBillingAddress(draft.form()) });
  };

  return (
    <Card>
      <form className={styles.form} noValidate onSubmit={submit} ref={submitByEnter}>
        <OrderSummary product={product} />
        <div className={styles.details}>
          <BillingFields draft={draft} />
          <CardFields />
          <OtherTabNotice />
          <CheckoutStatus />
          <FormNotices draft={draft} isCardDue={isCardDue} />
          <CheckoutActions draft={draft} product={product} />
        </div>
      </form>
    </Card>
  );
};

/**
 * Lets Enter in a field submit the form. By themselves, browsers leave that while the button that pays is disabled. The
 * listener is the browser's: for one of React, every key would be copied into an event of its own.
 */
const submitByEnter = (form: HTMLFormElement) => {
  const listen = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    form.requestSubmit();
  };
  form.addEventListener('keydown', listen);
  return () => form.removeEventListener('keydown', listen);
};
