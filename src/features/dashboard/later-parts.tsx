import { PurchaseNotices } from '#features/checkout/notices.tsx';
import { PasskeyOffer } from '#features/security/passkey-offer.tsx';
import { useCheckout } from '#features/shared/app-context.ts';
import { isChoosing } from '#machines/purchase/checkout.selectors.ts';
import { TopUpNews } from './top-up-news.tsx';

export { Credits } from '#features/balance/credit-details.tsx';
export { CheckoutRegion } from '#features/checkout/checkout-region.tsx';
export { SuccessDialog } from '#features/checkout/success-dialog.tsx';
export { TransactionFacts } from '#features/ledger/transaction-facts.tsx';

/** Shows notices below the packages. Hides news during a purchase, so that the form doesn't move. */
export const Notices = () => (
  <>
    <PurchaseNotices />
    {useCheckout(isChoosing) && (
      <>
        <TopUpNews />
        <PasskeyOffer />
      </>
    )}
  </>
);
