import { useEffect, useState } from 'react';
import type { Product } from '#contract/products.ts';
import { toBillingAddress } from '#domain/billing.ts';
import { formatCents, formatCount } from '#domain/format.ts';
import { totalCredits } from '#domain/packages.ts';
import { truncate } from '#domain/text.ts';
import { useCheckout, useCustomer } from '#features/shared/app-context.ts';
import {
  isCardInvalid,
  isCardUnmounted,
  selectCardFailure,
  selectInvalidCardFields,
} from '#machines/purchase/checkout.selectors.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import { BillingFields } from './billing-fields.tsx';
import { useBillingForm } from './billing-form.ts';
import { CardChoice } from './card-choice.tsx';
import { focusCardField } from './card-fields.tsx';
import * as styles from './checkout.css.ts';
import { CheckoutActions } from './checkout-actions.tsx';
import { OtherTabNotice, PaymentNotice, RefusalNotice, retryName } from './notices.tsx';

/** Billing address and card for one package. Keeps its input until the customer pays or cancels. */
export const CheckoutForm = ({ product }: { readonly product: Product }) => {
  const { checkout } = useCustomer();
  const [isCardDue, setIsCardDue] = useState(false);
  const invalidCard = useCheckout(isCardInvalid);
  const form = useBillingForm((values) => {
    if (isCardUnmounted(checkout.getSnapshot())) form.focus(retryName);
    // Paying also checks card fields that the gateway hasn't validated yet.
    else checkout.send({ type: 'payment.submitted', billing: toBillingAddress(values) });
  });
  const { ref } = form.props;
  // Once the card is valid or loads for another package, no longer asks for it.
  if (isCardDue && !invalidCard) setIsCardDue(false);

  const cardFailure = useCheckout(selectCardFailure);
  useEffect(() => {
    const [invalid] = selectInvalidCardFields(checkout.getSnapshot());
    if (cardFailure !== null && ref.current && invalid !== undefined) focusCardField(ref.current, invalid);
  }, [cardFailure, checkout, ref]);
  useEffect(() => (ref.current ? endEvents(ref.current) : undefined), [ref]);

  return (
    <form
      {...form.props}
      className={styles.form}
      onSubmit={() => setIsCardDue(form.blocking().length > 0 && isCardInvalid(checkout.getSnapshot()))}
    >
      <OrderSummary product={product} />
      <div className={styles.details}>
        <BillingFields form={form} />
        <CardChoice />
        <CheckoutActions form={form} product={product} />
        <RefusalNotice form={form} isCardDue={isCardDue} />
        <PaymentNotice />
        <OtherTabNotice />
      </div>
    </form>
  );
};

const longestName = 80;

const OrderSummary = ({ product }: { readonly product: Product }) => (
  <div className={styles.order}>
    <dl className={styles.summary}>
      <div className={styles.line}>
        <dt className={styles.term}>{checkoutTexts.package}</dt>
        <dd dir="auto">{truncate(product.name, longestName)}</dd>
      </div>
      <div className={styles.line}>
        <dt className={styles.term}>{checkoutTexts.credits}</dt>
        <dd>{formatCount(product.credits)}</dd>
      </div>
      {product.bonus_credits > 0 && (
        <div className={styles.line}>
          <dt className={styles.term}>{checkoutTexts.bonusCredits}</dt>
          <dd>{`+${formatCount(product.bonus_credits)}`}</dd>
        </div>
      )}
      <div className={styles.total}>
        <dt>{checkoutTexts.total}</dt>
        <dd className={styles.amount}>{formatCents(product.price_cents)}</dd>
      </div>
    </dl>
    <p className={styles.receive}>{checkoutTexts.receive(formatCount(totalCredits(product)))}</p>
    <p className={styles.safe}>
      <span className={styles.safeIcon} aria-hidden="true" />
      <span>{checkoutTexts.safe}</span>
    </p>
  </div>
);

const endHere = (event: Event): void => event.stopPropagation();

/** Stops keys and edits at the form. React would otherwise check every ancestor for handlers. */
const endEvents = (form: HTMLFormElement) => {
  const listening = new AbortController();
  const { signal } = listening;
  for (const type of ['keydown', 'keypress', 'keyup', 'input', 'compositionend'])
    form.addEventListener(type, endHere, { signal });
  return () => listening.abort();
};
