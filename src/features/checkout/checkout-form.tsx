import { useEffect, useId, useState } from 'react';
import type { Product } from '#contract/products.ts';
import {
  type BillingField,
  type BillingForm,
  billingFields,
  checkBilling,
  createBillingForm,
  findMissingBilling,
  isBillingComplete,
  toBillingAddress,
} from '#domain/billing.ts';
import { formatCents, formatCount } from '#domain/format.ts';
import { totalCredits } from '#domain/packages.ts';
import { formatBillingPhone } from '#domain/phone.ts';
import { truncate } from '#domain/text.ts';
import { useApp, useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { focusBuyButton } from '#features/shared/focus-targets.ts';
import { useLazyPurchase } from '#features/shared/lazy-purchase.ts';
import { type Form, useForm, useFormState } from '#features/shared/use-form.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { selectUser } from '#machines/account/auth.selectors.ts';
import {
  canPay,
  isCardInvalid,
  isCardUnmounted,
  isProcessing,
  selectCardFailure,
  selectInvalidCardFields,
} from '#machines/purchase/checkout.selectors.ts';
import { billingHintText, checkoutTexts, missingText, payTexts } from '#texts/checkout.ts';
import { Button } from '#ui/Button.tsx';
import { BillingFields } from './billing-fields.tsx';
import { CardChoice } from './card-choice.tsx';
import { focusCardField } from './card-fields.tsx';
import * as styles from './checkout.css.ts';
import { CheckoutStatus, isWaiting } from './checkout-status.tsx';
import { OtherTabNotice, PaymentNotice, RefusalNotice, retryName } from './notices.tsx';

interface ProductProps {
  readonly product: Product;
}

/** Renders the billing and card form for a package. Keeps its input until the customer pays or cancels. */
export const CheckoutForm = ({ product }: ProductProps) => {
  const { checkout } = useCustomer();
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
    <p className={styles.safe}>
      <span className={styles.safeIcon} aria-hidden="true" />
      <span>{checkoutTexts.safe}</span>
    </p>
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
      <PayLine id={line} form={form} />
    </div>
  );
};

/** Shows why the customer can't pay yet. Always rendered, to avoid layout shift. */
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
  // Select the final text, so that this rerenders only if the text changes.
  const missing = useFormState(form, () => {
    const due = findMissingBilling(form.values());
    const errors = form.errors();
    return missingText(
      billingFields.filter((field) => due.includes(field) || errors.has(field)),
      card,
    );
  });
  return <p>{isUnmounted ? payTexts.unmounted : missing}</p>;
};

/** Creates the billing form. Prefills this session's last values, or the customer's name and phone. */
const useBillingForm = (submit: (form: BillingForm) => void): Form<BillingField> => {
  const { auth, usTerritories } = useApp();
  const { billing, checkout } = useCustomer();
  const user = selectUser(auth.getSnapshot());
  const own = {
    first_name: user?.firstName ?? '',
    last_name: user?.lastName ?? '',
    phone: formatBillingPhone(user?.phone ?? ''),
  };
  const form = useForm({
    initial: createBillingForm(billing.read() ?? own),
    labels: checkoutTexts.fields,
    check: (values) =>
      Object.fromEntries(
        checkBilling(values, { usTerritories }).map(({ field, problem }) => [
          field,
          billingHintText(field, problem),
        ]),
      ),
    onEdit(values) {
      billing.keep(values);
      checkout.send({ type: 'form.edited' });
    },
    submit,
  });
  useLastAddress(form);
  return form;
};

/** Prefills the last purchase's address, unless the customer has started typing. */
const useLastAddress = ({ props: { ref } }: Form<BillingField>): void => {
  const { billing } = useCustomer();
  const parts = useLazyPurchase();
  useEffect(() => {
    if (parts === null || billing.read() !== null) return;
    void parts.readBillingAddress().then((address) => {
      if (ref.current === null || address === null || billing.read() !== null || isTyping()) return;
      const phone = formatBillingPhone(address.phone);
      for (const [name, value] of Object.entries({ ...address, phone })) {
        const control = ref.current.elements.namedItem(name);
        if (control && 'value' in control) control.value = value ?? '';
      }
      // Makes the form read the new values.
      ref.current.dispatchEvent(new Event('input'));
    });
  }, [parts, billing, ref]);
};

const isTyping = (): boolean => document.activeElement?.matches('input, select') ?? false;
