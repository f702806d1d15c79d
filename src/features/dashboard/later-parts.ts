/** Parts of the dashboard that load after its first rows. */
export { Credits } from '#features/balance/credit-details.tsx';
export { CheckoutRegion } from '#features/checkout/checkout-region.tsx';
export { SuccessDialog } from '#features/checkout/success-dialog.tsx';
export { TransactionFacts } from '#features/ledger/transaction-facts.tsx';
export { Notices } from './notices.tsx';
