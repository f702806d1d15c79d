import type { SnapshotFrom } from 'xstate';
import type { Product } from '../contract/products.ts';
import type { Purchase } from '../contract/purchases.ts';
import type { checkoutMachine } from './checkout.ts';
import type {
  CardField,
  CardFieldState,
  CardFieldStates,
  CheckoutFailure,
  PurchaseAttempt,
} from './checkout.types.ts';

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

const cardFieldNames = ['ccnumber', 'ccexp', 'cvv'] as const satisfies readonly CardField[];

/** Whether the card can be typed, and paid with once all of it is valid. */
const isCardMounted = (snapshot: CheckoutSnapshot): boolean =>
  snapshot.matches('ready') || snapshot.matches({ error: 'correctable' });

/** The card fields that can be typed into and were not reported valid, in their order. */
export const selectUnsoundCardFields = (snapshot: CheckoutSnapshot): readonly CardField[] => {
  const { cardFields } = snapshot.context;
  return isCardMounted(snapshot) ? cardFieldNames.filter((field) => !cardFields[field].valid) : [];
};

/** Whether a card field can be typed into and was not reported valid. */
export const isCardUnsound = (snapshot: CheckoutSnapshot): boolean =>
  selectUnsoundCardFields(snapshot).length > 0;

/** Whether the card needs nothing more: the fields stand and each was reported valid. */
export const canPay = (snapshot: CheckoutSnapshot): boolean =>
  isCardMounted(snapshot) && !isCardUnsound(snapshot);

/** Whether another package may be chosen now. */
export const canChoose = (snapshot: CheckoutSnapshot): boolean =>
  !(
    isProcessing(snapshot) ||
    snapshot.matches({ idle: 'resuming' }) ||
    snapshot.matches({ error: 'unresolved' })
  );

export const selectCardFields = (snapshot: CheckoutSnapshot): CardFieldStates => snapshot.context.cardFields;

export const selectCardField =
  (field: CardField) =>
  (snapshot: CheckoutSnapshot): CardFieldState =>
    snapshot.context.cardFields[field];

export const selectFailure = (snapshot: CheckoutSnapshot): CheckoutFailure | null => snapshot.context.failure;

/** The failure that its card fields explain, or null. */
export const selectCardFailure = ({ context: { failure } }: CheckoutSnapshot): CheckoutFailure | null =>
  failure?.name === 'card-incomplete' || failure?.name === 'card-unchecked' ? failure : null;

/** Whether a purchase has the page's attention: its form is open, or what became of it is being found out or unknown. */
export const isUnderWay = (snapshot: CheckoutSnapshot): boolean =>
  selectPackage(snapshot) !== null || selectUnresolved(snapshot) !== null || isResuming(snapshot);

/** Whether there is something to say before a package is chosen. */
export const hasNotice = (snapshot: CheckoutSnapshot): boolean =>
  (isChoosing(snapshot) && snapshot.context.failure !== null) ||
  (selectPackage(snapshot) === null && snapshot.context.otherTabAttempts.length > 0);

/** The purchase whose success is being shown, or null. */
export const selectPurchase = (snapshot: CheckoutSnapshot): Purchase | null =>
  snapshot.matches('success') ? snapshot.context.purchase : null;

/** The attempt whose outcome nobody knows, or null. */
export const selectUnresolved = (snapshot: CheckoutSnapshot): PurchaseAttempt | null =>
  snapshot.matches({ error: 'unresolved' }) ? snapshot.context.attempt : null;

/** What other tabs of this customer are buying. */
export const selectOtherTabAttempts = (snapshot: CheckoutSnapshot): readonly PurchaseAttempt[] =>
  snapshot.context.otherTabAttempts;
