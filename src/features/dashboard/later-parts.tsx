export { Credits } from '#features/balance/credit-details.tsx';
export { CheckoutRegion } from '#features/checkout/checkout-region.tsx';
export { PurchaseNotices as Notices } from '#features/checkout/notices.tsx';
export { SuccessDialog } from '#features/checkout/success-dialog.tsx';
export { TransactionFacts } from '#features/ledger/transaction-facts.tsx';
export { PasskeyOffer } from '#features/security/passkey-offer.tsx';
export { AccountNews } from './account-news.tsx';
