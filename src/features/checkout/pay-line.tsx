import { billingFields } from '#domain/billing.ts';
import { useCheckout } from '#features/shared/app-context.ts';
import { useOnline } from '#features/shared/use-online.ts';
import {
  isCardUnmounted,
  isProcessing,
  selectInvalidCardFields,
} from '#machines/purchase/checkout.selectors.ts';
import { missingText, payTexts } from '#texts/checkout.ts';
import { type BillingDraft, useDraft } from './billing-draft.ts';
import * as styles from './checkout.css.ts';
import { CheckoutStatus, isWaiting } from './checkout-status.tsx';

interface PayLineProps {
  readonly id: string;
  readonly draft: BillingDraft;
}

/** Why paying must wait. Always present, so that nothing shifts when the text changes. */
export const PayLine = ({ id, draft }: PayLineProps) => {
  const online = useOnline();
  const waits = useCheckout((snapshot) => isWaiting(snapshot) && (online || isProcessing(snapshot)));
  return (
    <div className={styles.payLine} id={id}>
      {waits ? <CheckoutStatus /> : online ? <PayReason draft={draft} /> : <p>{payTexts.offline}</p>}
    </div>
  );
};

const PayReason = ({ draft }: Pick<PayLineProps, 'draft'>) => {
  const isUnmounted = useCheckout(isCardUnmounted);
  const card = useCheckout(selectInvalidCardFields);
  // Selects the text, so that a change of a field renders this only if the text changes.
  const missing = useDraft(draft, () => {
    const due = draft.missing();
    return missingText(
      billingFields.filter((field) => due.includes(field) || draft.problemOf(field) !== null),
      card,
    );
  });
  return <p>{isUnmounted ? payTexts.unmounted : missing}</p>;
};
