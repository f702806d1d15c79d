import type { SnapshotFrom } from 'xstate';
import type { Product } from '../contract/products.ts';
import type { Purchase } from '../contract/purchases.ts';
import type { checkoutMachine } from './checkout.ts';
import type { CardField, CardFieldState, CheckoutFailure, PurchaseAttempt } from './checkout.types.ts';

export type CheckoutSnapshot = SnapshotFrom<typeof checkoutMachine>;

/** The package whose form is open, or null. */
export const selectPackage = (snapshot: CheckoutSnapshot): Product | null =>
  snapshot.matches('success') || snapshot.matches({ error: 'unresolved' }) ? null : snapshot.context.product;

/** Whether the packages are on offer, and no form is open. */
export const isChoosing = (snapshot: CheckoutSnapshot): boolean => snapshot.matches({ idle: 'choosing' });

/** Whether a payment is under way: nothing can be cancelled or sent. */
export const isProcessing = (snapshot: CheckoutSnapshot): boolean => snapshot.matches('processing');

/** Whether it is being found out if a card was charged. */
export const isConfirming = (snapshot: CheckoutSnapshot): boolean => snapshot.hasTag('confirming');

/** Whether an attempt of an earlier visit is being looked up. */
export const isResuming = (snapshot: CheckoutSnapshot): boolean =>
  isConfirming(snapshot) && snapshot.context.product === null;

export const isCardLoading = (snapshot: CheckoutSnapshot): boolean => snapshot.matches('card-loading');

/** Whether the card fields are gone and only another try can bring them back. */
export const isCardUnmounted = (snapshot: CheckoutSnapshot): boolean =>
  snapshot.matches({ error: 'unmounted' });

/** Whether the machine would take a payment now: the fields stand and each was reported valid. */
export const canPay = (snapshot: CheckoutSnapshot): boolean => {
  const { ccnumber, ccexp, cvv } = snapshot.context.cardFields;
  const standing = snapshot.matches('ready') || snapshot.matches({ error: 'correctable' });
  return standing && ccnumber.valid && ccexp.valid && cvv.valid;
};

/** Whether another package may be chosen now. */
export const canChoose = (snapshot: CheckoutSnapshot): boolean =>
  !(
    isProcessing(snapshot) ||
    snapshot.matches({ idle: 'resuming' }) ||
    snapshot.matches({ error: 'unresolved' })
  );

export const selectCardField =
  (field: CardField) =>
  (snapshot: CheckoutSnapshot): CardFieldState =>
    snapshot.context.cardFields[field];

export const selectFailure = (snapshot: CheckoutSnapshot): CheckoutFailure | null => snapshot.context.failure;

/** The purchase whose success is being shown, or null. */
export const selectPurchase = (snapshot: CheckoutSnapshot): Purchase | null =>
  snapshot.matches('success') ? snapshot.context.purchase : null;

/** The attempt whose outcome nobody knows, or null. */
export const selectUnresolved = (snapshot: CheckoutSnapshot): PurchaseAttempt | null =>
  snapshot.matches({ error: 'unresolved' }) ? snapshot.context.attempt : null;

/** What other tabs of this customer are buying. */
export const selectOtherTabAttempts = (snapshot: CheckoutSnapshot): readonly PurchaseAttempt[] =>
  snapshot.context.otherTabAttempts;
