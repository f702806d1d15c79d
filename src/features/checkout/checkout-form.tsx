import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { Product } from '#contract/products.ts';
import { toBillingAddress } from '#domain/billing.ts';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { focusField } from '#features/shared/focus-field.ts';
import {
  isCardInvalid,
  isCardUnmounted,
  selectCardFailure,
  selectInvalidCardFields,
} from '#machines/purchase/checkout.selectors.ts';
import { useBillingDraft, useDraft } from './billing-draft.ts';
import { BillingFields } from './billing-fields.tsx';
import { CardChoice } from './card-choice.tsx';
import { focusCardField } from './card-fields.tsx';
import * as styles from './checkout.css.ts';
import { CheckoutActions } from './checkout-actions.tsx';
import { FormNotices, focusRetry, OtherTabNotice } from './notices.tsx';
import { OrderSummary } from './order-summary.tsx';

/** Billing address and card for one package. Keeps its input until the customer pays or cancels. */
export const CheckoutForm = ({ product }: { readonly product: Product }) => {
  const { checkout } = useCustomer();
  const draft = useBillingDraft();
  const filled = useDraft(draft, draft.fills);
  const [isCardDue, setIsCardDue] = useState(false);
  const invalidCard = useCheckout(isCardInvalid);
  const form = useRef<HTMLFormElement>(null);
  // Once the card is valid or loads for another package, no longer asks for it.
  if (isCardDue && !invalidCard) setIsCardDue(false);

  const focusCard = useCallback(() => {
    const [invalid] = selectInvalidCardFields(checkout.getSnapshot());
    if (form.current && invalid !== undefined) focusCardField(form.current, invalid);
  }, [checkout]);
  const cardFailure = useCheckout(selectCardFailure);
  useEffect(() => {
    if (cardFailure !== null) focusCard();
  }, [cardFailure, focusCard]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const snapshot = checkout.getSnapshot();
    const [wrong] = draft.submit();
    setIsCardDue(wrong !== undefined && isCardInvalid(snapshot));
    if (wrong !== undefined) focusField(event.currentTarget, wrong.field);
    else if (isCardUnmounted(snapshot)) focusRetry(event.currentTarget);
    // Paying also checks card fields that the gateway hasn't validated yet.
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
        <BillingFields key={filled} draft={draft} />
        <CardChoice />
        <CheckoutActions draft={draft} product={product} />
        <FormNotices draft={draft} isCardDue={isCardDue} />
        <OtherTabNotice />
      </div>
    </form>
  );
};

const endHere = (event: Event): void => event.stopPropagation();

/** Stops the propagation of keys, for which React would otherwise check every ancestor for handlers. */
const listenForKeys = (form: HTMLFormElement) => {
  const listening = new AbortController();
  const { signal } = listening;
  for (const type of ['keydown', 'keypress', 'keyup']) form.addEventListener(type, endHere, { signal });
  return () => listening.abort();
};
