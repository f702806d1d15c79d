import { useCheckout, useCustomer } from '#features/app-context.ts';
import { isCardUnmounted, selectFailure } from '#machines/checkout.selectors.ts';
import { billingProblemText, billingSummaryText, checkoutTexts } from '#texts/checkout.ts';
import { uiTexts } from '#texts/ui.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import type { BillingDraft } from './billing-draft.ts';
import { FailureNotice } from './failure-notice.tsx';
import { useDraft } from './use-billing-draft.ts';

/** What keeps an open form from being paid: fields that were submitted wrong, and the last failure. */
export const FormFailure = ({ draft }: { readonly draft: BillingDraft }) => (
  <>
    <BillingRefusal draft={draft} />
    <CheckoutRefusal />
  </>
);

const BillingRefusal = ({ draft }: { readonly draft: BillingDraft }) => {
  const findings = useDraft(draft, draft.refusal);
  if (findings.length === 0) return null;

  const summary = billingSummaryText(findings);
  const details = findings
    .map(({ field, problem }) => ({ field, text: billingProblemText(field, problem) }))
    .filter(({ text }) => text !== summary);
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

const CheckoutRefusal = () => {
  const { checkout } = useCustomer();
  const failure = useCheckout(selectFailure);
  const unmounted = useCheckout(isCardUnmounted);
  if (failure === null) return null;
  return (
    <FailureNotice failure={failure}>
      {unmounted && (
        <>
          <p>{checkoutTexts.cardUnavailable}</p>
          <Button variant="secondary" onClick={() => checkout.send({ type: 'card-fields.retried' })}>
            {uiTexts.retry}
          </Button>
        </>
      )}
    </FailureNotice>
  );
};
