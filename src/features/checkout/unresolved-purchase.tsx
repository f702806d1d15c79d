import { truncate } from '#domain/text.ts';
import { useCustomer } from '#features/shared/app-context.ts';
import { focusHeading } from '#features/shared/focus-targets.ts';
import { SupportLink } from '#features/shared/support-link.tsx';
import type { PurchaseAttempt } from '#machines/purchase/checkout.types.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { link } from '#ui/link.css.ts';
import * as styles from './checkout.css.ts';

const longestName = 80;

export const UnresolvedPurchase = ({ attempt }: { readonly attempt: PurchaseAttempt }) => {
  const { checkout } = useCustomer();
  const hint = checkoutTexts.pendingHint(truncate(attempt.productName, longestName));
  const checkAgain = () => {
    focusHeading('checkout');
    checkout.send({ type: 'outcome.rechecked' });
  };
  const acknowledge = () => {
    focusHeading('packages');
    checkout.send({ type: 'outcome.acknowledged' });
  };
  return (
    <Banner tone="warning">
      <h3>{checkoutTexts.pending}</h3>
      <p>
        <span>{hint.before}</span> <SupportLink className={link}>{hint.contact}</SupportLink>{' '}
        <span>{hint.after}</span>
      </p>
      <p>
        <span>{`${checkoutTexts.reference}: `}</span>
        <code className={styles.reference} translate="no">
          {attempt.id}
        </code>
      </p>
      <div className={styles.choices}>
        <Button onClick={checkAgain}>{checkoutTexts.checkAgain}</Button>
        <Button variant="secondary" onClick={acknowledge}>
          {checkoutTexts.acknowledge}
        </Button>
      </div>
    </Banner>
  );
};
