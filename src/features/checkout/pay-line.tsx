import { billingFields } from '#domain/billing.ts';
import { useCheckout } from '#features/shared/app-context.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { isCardUnmounted, isProcessing, selectUnsoundCardFields } from '#machines/checkout.selectors.ts';
import { missingText, payTexts } from '#texts/checkout.ts';
import { type BillingDraft, useDraft } from './billing-draft.ts';
import * as styles from './checkout.css.ts';
import { CheckoutStatus, selectStatus } from './checkout-status.tsx';

interface PayLineProps {
  readonly id: string;
  readonly draft: BillingDraft;
}

/** The line below Pay: what is waited for, or why it can't be paid yet. Always there, so that nothing moves. */
export const PayLine = ({ id, draft }: PayLineProps) => {
  const online = useOnline();
  const isWaiting = useCheckout(
    (snapshot) => selectStatus(snapshot) !== null && (online || isProcessing(snapshot)),
  );
  return (
    <div className={styles.payLine} id={id}>
      {isWaiting ? <CheckoutStatus /> : online ? <PayReason draft={draft} /> : <p>{payTexts.offline}</p>}
    </div>
  );
};

const PayReason = ({ draft }: Pick<PayLineProps, 'draft'>) => {
  const isUnmounted = useCheckout(isCardUnmounted);
  const card = useCheckout(selectUnsoundCardFields);
  // Selected as text: a field that is filled in renders this only where the line changes.
  const missing = useDraft(draft, () => {
    const due = draft.missing();
    return missingText(
      billingFields.filter((field) => due.includes(field) || draft.problemOf(field) !== null),
      card,
    );
  });
  return <p>{isUnmounted ? payTexts.unmounted : missing}</p>;
};
