import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { Product } from '#contract/products.ts';
import { toBillingAddress } from '#domain/billing.ts';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { focusField } from '#features/shared/focus-field.ts';
import {
  isCardUnmounted,
  isCardUnsound,
  selectCardFailure,
  selectUnsoundCardFields,
} from '#machines/checkout.selectors.ts';
import { useBillingDraft } from './billing-draft.ts';
import { BillingFields } from './billing-fields.tsx';
import { CardFields, focusCardField } from './card-fields.tsx';
import * as styles from './checkout.css.ts';
import { CheckoutActions } from './checkout-actions.tsx';
import { FormNotices, focusRetry, OtherTabNotice } from './notices.tsx';
import { OrderSummary } from './order-summary.tsx';

/** Billing address and card for one package. Stands, with all that was typed, until it is paid or cancelled. */
export const CheckoutForm = ({ product }: { readonly product: Product }) => {
  const { checkout } = useCustomer();
  const draft = useBillingDraft();
  const [isCardDue, setIsCardDue] = useState(false);
  const unsoundCard = useCheckout(isCardUnsound);
  const form = useRef<HTMLFormElement>(null);
  // Once it is sound, or on its way for another package, it is asked for no more.
  if (isCardDue && !unsoundCard) setIsCardDue(false);

  const focusCard = useCallback(() => {
    const [unsound] = selectUnsoundCardFields(checkout.getSnapshot());
    if (form.current && unsound !== undefined) focusCardField(form.current, unsound);
  }, [checkout]);
  const cardFailure = useCheckout(selectCardFailure);
  useEffect(() => {
    if (cardFailure !== null) focusCard();
  }, [cardFailure, focusCard]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const snapshot = checkout.getSnapshot();
    const [wrong] = draft.submit();
    setIsCardDue(wrong !== undefined && isCardUnsound(snapshot));
    if (wrong !== undefined) focusField(event.currentTarget, wrong.field);
    else if (isCardUnmounted(snapshot)) focusRetry(event.currentTarget);
    // What the gateway has not called valid yet is checked with the press.
    else checkout.send({ type: 'payment.submitted', billing: toBillingAddress(draft.form()) });
  };

  const attach = useCallback((element: HTMLFormElement) => {
    form.current = element;
    return listenForKeys(element);
  }, []);

  return (
    <form className={styles.form} noValidate onSubmit={submit} ref={attach}>
      <OrderSummary product={product} />
      <div className={styles.details}>
        <BillingFields draft={draft} />
        <CardFields />
        <CheckoutActions draft={draft} product={product} />
        <FormNotices draft={draft} isCardDue={isCardDue} />
        <OtherTabNotice />
      </div>
    </form>
  );
};

const endHere = (event: Event): void => event.stopPropagation();

/** Keys end here: React, which listens at the page's root, would ask every element on the way about each. */
const listenForKeys = (form: HTMLFormElement) => {
  const listening = new AbortController();
  const { signal } = listening;
  for (const type of ['keydown', 'keypress', 'keyup']) form.addEventListener(type, endHere, { signal });
  return () => listening.abort();
};
