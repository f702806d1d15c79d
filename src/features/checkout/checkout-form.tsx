import { type SubmitEvent, useState } from 'react';
import type { Product } from '#contract/products.ts';
import { toBillingAddress } from '#domain/billing.ts';
import { useCheckout, useCustomer } from '#features/app-context.ts';
import { focusField } from '#features/focus-field.ts';
import { isCardUnsound, selectUnsoundCardFields } from '#machines/checkout.selectors.ts';
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
    <form className={styles.form} noValidate onSubmit={submit} ref={listenForKeys}>
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
  );
};

const submitByEnter = (event: KeyboardEvent): void => {
  if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  event.target.form?.requestSubmit();
};

const endHere = (event: Event): void => event.stopPropagation();

/**
 * Lets Enter in a field submit the form: by themselves, browsers leave that while the button that pays is disabled. Then keys
 * end here: React, which listens at the page's root, would ask every element on the way whether it wants to know of each.
 */
const listenForKeys = (form: HTMLFormElement) => {
  const listening = new AbortController();
  const { signal } = listening;
  form.addEventListener('keydown', submitByEnter, { signal });
  for (const type of ['keydown', 'keypress', 'keyup']) form.addEventListener(type, endHere, { signal });
  return () => listening.abort();
};
