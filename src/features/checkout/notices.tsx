import { type PropsWithChildren, useEffect, useRef } from 'react';
import { type BillingField, checkBilling } from '#domain/billing.ts';
import { useApp, useCheckout, useCustomer } from '#features/shared/app-context.ts';
import { useLazyPurchase } from '#features/shared/lazy-purchase.ts';
import { ContactLine } from '#features/shared/support-link.tsx';
import { type Form, useFormState } from '#features/shared/use-form.ts';
import {
  canReplaceTypedCard,
  isCardUnmounted,
  isChoosing,
  selectCardFailure,
  selectCardFields,
  selectFailure,
  selectInvalidCardFields,
  selectOtherTabAttempts,
  selectPackage,
} from '#machines/purchase/checkout.selectors.ts';
import type { CheckoutFailure } from '#machines/purchase/checkout.types.ts';
import {
  billingProblemText,
  cardProblemText,
  checkoutFailureText,
  checkoutTexts,
  notChargedText,
  refusalSummaryText,
} from '#texts/checkout.ts';
import { uiTexts } from '#texts/ui.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { bringIntoView, isFocusLost } from '#ui/focus.ts';
import { focusCardField } from './card-fields.tsx';
import * as styles from './checkout.css.ts';
import { keptPackage } from './kept-package.ts';
import { nameOf, SetAsidePayments } from './open-payments.tsx';

/** Shows the last failure and other open payments, unless an open form shows them. */
export const PurchaseNotices = () => {
  const failure = useCheckout(selectFailure);
  const choosing = useCheckout(isChoosing);
  const product = useCheckout(selectPackage);
  return (
    <>
      {choosing && failure && <FailureNotice failure={failure} />}
      {product === null && <OtherPayments />}
    </>
  );
};

/** Warns of other payments that may go through. */
export const OtherPayments = () => {
  const [first] = useCheckout(selectOtherTabAttempts);
  return (
    <>
      <SetAsidePayments />
      {first && <Banner tone="warning">{checkoutTexts.buyingInOtherTab(nameOf(first))}</Banner>}
    </>
  );
};

interface RefusalNoticeProps {
  readonly form: Form<BillingField>;
  /** Whether the form was submitted without a valid card. */
  readonly isCardDue: boolean;
}

export const RefusalNotice = ({ form, isCardDue }: RefusalNoticeProps) => {
  const { usTerritories } = useApp();
  // Rerender only if one of the blocking errors changes.
  useFormState(form, () => String(form.blocking().map((field) => form.errors().get(field))));
  const findings = checkBilling(form.values(), { usTerritories }).filter(({ field }) =>
    form.blocking().includes(field),
  );
  const card = useCheckout(selectCardFields);
  const invalidCardFields = useCheckout(selectInvalidCardFields);
  const failure = useCheckout(selectCardFailure);
  const due =
    isCardDue || failure !== null ? invalidCardFields.filter((field) => card[field].message !== null) : [];
  if (findings.length === 0 && due.length === 0) return null;

  // A field that wasn't checked in time may be valid, so don't show an error for it.
  const uncheckedFields =
    failure?.name === 'card-unchecked' ? due.filter((field) => card[field].message === '') : [];
  const summary =
    failure !== null && uncheckedFields.length > 0
      ? checkoutFailureText(failure)
      : refusalSummaryText(
          findings,
          due.map((field) => ({ field, message: card[field].message ?? '' })),
        );
  const details = [
    ...due
      .filter((field) => !uncheckedFields.includes(field))
      .map((field) => ({ field, text: cardProblemText(field, card[field].message ?? '') })),
    ...findings.map(({ field, problem }) => ({ field, text: billingProblemText(field, problem) })),
  ].filter(({ text }) => text !== summary);
  return (
    <Banner tone="error">
      <p>{summary}</p>
      {details.length > 0 && (
        <ul>
          {details.map(({ field, text }) => (
            <li key={field}>{text}</li>
          ))}
        </ul>
      )}
    </Banner>
  );
};

export const retryName = 'retry';

/** Shows the last failure in an open form. */
export const PaymentNotice = () => {
  const { checkout } = useCustomer();
  const failure = useCheckout(selectFailure);
  const cardFailure = useCheckout(selectCardFailure);
  const unmounted = useCheckout(isCardUnmounted);
  const isReplaceable = useCheckout(canReplaceTypedCard);
  const isUnreachable = failure?.name === 'unreachable';
  useEffect(() => {
    if (!isUnreachable) return;
    const dismiss = () => checkout.send({ type: 'form.edited' });
    window.addEventListener('online', dismiss);
    return () => window.removeEventListener('online', dismiss);
  }, [checkout, isUnreachable]);
  if (failure === null || failure === cardFailure) return null;
  return (
    <FailureNotice failure={failure}>
      {failure.name === 'sign-in-required' && <SignInAgain />}
      {isReplaceable && (
        <div className={styles.choices}>
          <Button
            variant="secondary"
            onClick={({ currentTarget: { form } }) => {
              if (form) focusCardField(form, 'number');
              checkout.send({ type: 'card.chosen', cardId: null });
            }}
          >
            {checkoutTexts.enterAnotherCard}
          </Button>
        </div>
      )}
      {unmounted && (
        <>
          <p>{checkoutTexts.cardUnavailable}</p>
          <Button
            variant="secondary"
            name={retryName}
            onClick={() => checkout.send({ type: 'card-fields.retried' })}
          >
            {uiTexts.retry}
          </Button>
        </>
      )}
    </FailureNotice>
  );
};

const SignInAgain = () => {
  const { checkout, memory } = useCustomer();
  const parts = useLazyPurchase();
  const signInAgain = () => {
    const product = selectPackage(checkout.getSnapshot());
    if (product) memory(keptPackage).keep(product.id);
    parts?.signInAgain();
  };
  return (
    <Button variant="secondary" aria-disabled={parts === null} onClick={signInAgain}>
      {checkoutTexts.signInAgain}
    </Button>
  );
};

/** Shows why a payment failed. Takes the focus if the focused element is gone. */
const FailureNotice = ({ failure, children }: PropsWithChildren<{ readonly failure: CheckoutFailure }>) => {
  const text = checkoutFailureText(failure);
  const notCharged = notChargedText(failure, text);
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure && isFocusLost()) notice.current?.focus();
    bringIntoView(notice.current);
  }, [failure]);
  return (
    <div ref={notice} tabIndex={-1}>
      <Banner tone="error">
        <ContactLine>{text}</ContactLine>
        {notCharged && <p>{notCharged}</p>}
        {children}
      </Banner>
    </div>
  );
};
