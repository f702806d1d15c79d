import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Product } from '#contract/products.ts';
import {
  type BillingField,
  billingFields,
  checkBilling,
  findMissingBilling,
  isBillingComplete,
  toBillingAddress,
} from '#domain/billing.ts';
import { formatCents, formatCount } from '#domain/format.ts';
import { totalCredits } from '#domain/packages.ts';
import { truncate } from '#domain/text.ts';
import { useApp, useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { focusBuyButton } from '#features/shared/focus-targets.ts';
import { useLazyPurchase } from '#features/shared/lazy-purchase.ts';
import { type Form, useFormState } from '#features/shared/use-form.ts';
import { useOnline } from '#features/shared/use-online.ts';
import {
  canPay,
  isCardInvalid,
  isCardUnmounted,
  isListingCards,
  isProcessing,
  selectCardFailure,
  selectFailure,
  selectInvalidCardFields,
} from '#machines/purchase/checkout.selectors.ts';
import { checkoutTexts, missingText, payTexts } from '#texts/checkout.ts';
import { Button } from '#ui/Button.tsx';
import { AddressSection } from './billing-fields.tsx';
import { CardChoice } from './card-choice.tsx';
import { CardDueContext, focusCardField } from './card-fields.tsx';
import * as styles from './checkout.css.ts';
import { CheckoutStatus, isWaiting } from './checkout-status.tsx';
import { OtherPayments, PaymentNotice, RefusalNotice, retryName } from './notices.tsx';
import { useBillingForm, useKnownAddress } from './use-billing-form.ts';

interface ProductProps {
  readonly product: Product;
}

/** Renders the billing and card form for a package. Keeps its input until the customer pays or cancels. */
export const CheckoutForm = ({ product }: ProductProps) => {
  const { checkout } = useCustomer();
  const { usTerritories } = useApp();
  const [isCardDue, setIsCardDue] = useState(false);
  const invalidCard = useCheckout(isCardInvalid);
  const form = useBillingForm((values) => {
    if (isCardUnmounted(checkout.getSnapshot())) form.focus(retryName);
    // The checkout machine also checks card fields that the gateway hasn't validated yet.
    else checkout.send({ type: 'payment.submitted', billing: toBillingAddress(values) });
  });
  const { ref } = form.props;
  // Stop asking for the card once it's valid or its fields reload for another package.
  if (isCardDue && !invalidCard) setIsCardDue(false);

  const cardFailure = useCheckout(selectCardFailure);
  useEffect(() => {
    const [invalid] = selectInvalidCardFields(checkout.getSnapshot());
    if (cardFailure !== null && ref.current && invalid !== undefined) focusCardField(ref.current, invalid);
  }, [cardFailure, checkout, ref]);
  useEffect(() => (ref.current ? endEvents(ref.current) : undefined), [ref]);

  const parts = useLazyPurchase();
  const isAddressKnown = useKnownAddress(form, parts);
  const areCardsAwaited = useCheckout(isListingCards);
  const isValid = useFormState(form, () => checkBilling(form.values(), { usTerritories }).length === 0);
  const askForCard = () => {
    const [invalid] = selectInvalidCardFields(checkout.getSnapshot());
    setIsCardDue(form.blocking().length > 0 && invalid !== undefined);
    // The card comes first, so it gets the focus before the first wrong field of the address.
    if (ref.current && invalid !== undefined && form.blocking().length > 0)
      focusCardField(ref.current, invalid);
  };
  return (
    <form {...form.props} className={styles.form} onSubmit={askForCard}>
      <OrderSummary product={product} />
      <div className={styles.details}>
        <CardDueContext value={isCardDue || cardFailure !== null}>
          <Section isAwaited={areCardsAwaited}>{() => <CardChoice parts={parts} />}</Section>
        </CardDueContext>
        <Section isAwaited={!isAddressKnown || (areCardsAwaited && isValid)}>
          {(isLate) => <AddressSection form={form} staysOpen={isLate} />}
        </Section>
        <CheckoutActions form={form} product={product} />
        <RefusalNotice form={form} isCardDue={isCardDue} />
        <PaymentNotice />
        <OtherPayments />
      </div>
    </form>
  );
};

/** Time after which the layout must not move, because the customer may be about to tap, in ms. */
const stillAfterMs = 1_000;

interface SectionProps {
  /** Whether it isn't known yet if the section becomes one line. */
  readonly isAwaited: boolean;
  readonly children: (isLate: boolean) => ReactNode;
}

/** Renders a part of the form. If it loads longer than {@link stillAfterMs}, keeps its height until it is used. */
const Section = ({ isAwaited, children }: SectionProps) => {
  const section = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<number>();
  useEffect(() => {
    const element = section.current;
    if (isAwaited) {
      const keepRoom = () => setRoom(element?.getBoundingClientRect().height);
      const timer = setTimeout(keepRoom, stillAfterMs);
      return () => clearTimeout(timer);
    }
    const dropRoom = () => setRoom(undefined);
    element?.addEventListener('focusin', dropRoom);
    return () => element?.removeEventListener('focusin', dropRoom);
  }, [isAwaited]);
  return (
    <div ref={section} style={{ minBlockSize: room }}>
      {children(room !== undefined)}
    </div>
  );
};

const longestName = 80;

const OrderSummary = ({ product }: ProductProps) => (
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
  </div>
);

/** Stops key and input events at the form. Otherwise, React would check every ancestor for handlers. */
const endEvents = (form: HTMLFormElement) => {
  const listening = new AbortController();
  const { signal } = listening;
  for (const type of ['keydown', 'keypress', 'keyup', 'input', 'compositionend'])
    form.addEventListener(type, (event) => event.stopPropagation(), { signal });
  return () => listening.abort();
};

interface FormProps {
  readonly form: Form<BillingField>;
}

const CheckoutActions = ({ form, product }: FormProps & ProductProps) => {
  const { checkout } = useCustomer();
  const isComplete = useFormState(form, () => isBillingComplete(form.values()));
  const ready = useCheckout(canPay);
  const processing = useCheckout(isProcessing);
  const online = useOnline();
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
          busy={processing}
          incomplete={!processing && !(isComplete && ready)}
          data-offline={online ? undefined : ''}
        >
          {processing ? checkoutTexts.paying : checkoutTexts.pay(formatCents(product.price_cents))}
        </Button>
      </div>
      <PayLine id={line} form={form} />
      <p className={styles.safe}>
        <span className={styles.safeIcon} aria-hidden="true" />
        <span>{checkoutTexts.safe}</span>
      </p>
    </div>
  );
};

/** Shows why the customer can't pay yet. */
const PayLine = ({ id, form }: FormProps & { readonly id: string }) => {
  const online = useOnline();
  const waits = useCheckout((snapshot) => isWaiting(snapshot) && (online || isProcessing(snapshot)));
  return (
    <div className={styles.payLine} id={id}>
      {waits ? <CheckoutStatus /> : online ? <PayReason form={form} /> : <p>{payTexts.offline}</p>}
    </div>
  );
};

const PayReason = ({ form }: FormProps) => {
  const isUnmounted = useCheckout(isCardUnmounted);
  const card = useCheckout(selectInvalidCardFields);
  const isRefused = useCheckout(selectFailure) !== null;
  // Select the final text, so that this rerenders only if the text changes.
  const missing = useFormState(form, () => {
    const due = findMissingBilling(form.values());
    const errors = form.errors();
    return missingText(
      billingFields.filter((field) => due.includes(field) || errors.has(field)),
      card,
    );
  });
  // A failure is shown instead.
  if (isRefused && missing === payTexts.ready) return null;
  return <p>{isUnmounted ? payTexts.unmounted : missing}</p>;
};
