import type { SnapshotFrom } from 'xstate';
import type { Product } from '../../contract/products.ts';
import type { Purchase } from '../../contract/purchases.ts';
import type { checkoutMachine } from './checkout.ts';
import type {
  CardField,
  CardFieldState,
  CardFieldStates,
  CheckoutFailure,
  PurchaseAttempt,
} from './checkout.types.ts';
import type { paymentMachine } from './payment.ts';

export type CheckoutSnapshot = SnapshotFrom<typeof checkoutMachine>;

/** Returns the package whose form is open, or null. */
export const selectPackage = (snapshot: CheckoutSnapshot): Product | null =>
  snapshot.matches('success') || snapshot.matches({ error: 'unresolved' }) ? null : snapshot.context.product;

/** Returns whether the customer can choose a package and no form is open. */
export const isChoosing = (snapshot: CheckoutSnapshot): boolean => snapshot.matches({ idle: 'choosing' });

/** Returns whether a payment is in flight, so that the customer can't cancel or submit. */
export const isProcessing = (snapshot: CheckoutSnapshot): boolean => snapshot.hasTag('busy');

/** Returns the payment in progress, or undefined if there is none. */
export const selectPayment = ({ children }: CheckoutSnapshot) => children.payment;

/** Returns whether the app is checking if the card was charged. */
export const isConfirming = (payment: SnapshotFrom<typeof paymentMachine> | undefined): boolean =>
  payment?.hasTag('confirming') ?? false;

/** Returns whether the app is checking an earlier attempt while no form is open. */
export const isResuming = (snapshot: CheckoutSnapshot): boolean =>
  snapshot.matches('processing') && snapshot.context.product === null;

export const isCardLoading = (snapshot: CheckoutSnapshot): boolean => snapshot.matches('card-loading');

/** Returns whether the saved cards are still loading. */
export const isListingCards = (snapshot: CheckoutSnapshot): boolean =>
  snapshot.matches({ 'card-loading': 'opening' }) || snapshot.matches({ 'card-loading': 'listing' });

/** Returns the id of the saved card to pay with, or null if the customer types a card. */
export const selectCardId = (snapshot: CheckoutSnapshot): string | null =>
  snapshot.context.choice?.cardId ?? null;

/** Returns whether the customer wants to save the typed card. */
export const isSavingCard = (snapshot: CheckoutSnapshot): boolean => snapshot.context.saveCard;

/** Returns whether the card fields failed to load and wait for a retry. */
export const isCardUnmounted = (snapshot: CheckoutSnapshot): boolean =>
  snapshot.matches({ error: 'unmounted' });

const cardFieldNames = ['number', 'expiry', 'code'] as const satisfies readonly CardField[];

const isCardMounted = (snapshot: CheckoutSnapshot): boolean =>
  snapshot.matches('ready') || snapshot.matches({ error: 'correctable' });

/** Returns the mounted card fields that the gateway hasn't reported valid; none for a saved card. */
export const selectInvalidCardFields = (snapshot: CheckoutSnapshot): readonly CardField[] => {
  const { cardFields } = snapshot.context;
  if (!isCardMounted(snapshot) || selectCardId(snapshot) !== null) return [];
  return cardFieldNames.filter((field) => !cardFields[field].valid);
};

export const isCardInvalid = (snapshot: CheckoutSnapshot): boolean =>
  selectInvalidCardFields(snapshot).length > 0;

/** Returns whether the customer chose a saved card, or the gateway has reported every card field valid. */
export const canPay = (snapshot: CheckoutSnapshot): boolean =>
  isCardMounted(snapshot) && !isCardInvalid(snapshot);

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

/** Returns whether the last payment failed because of the card, so that another one is needed. */
export const isCardRefused = ({ context: { failure } }: CheckoutSnapshot): boolean =>
  failure?.name === 'declined' || failure?.name === 'card-refused';

/** Returns whether a typed card was declined and its fields can be emptied for another one. */
export const canReplaceTypedCard = (snapshot: CheckoutSnapshot): boolean =>
  snapshot.matches({ error: 'correctable' }) &&
  snapshot.context.failure?.name === 'declined' &&
  selectCardId(snapshot) === null;

/** Returns a failure to show at the card fields, or null. */
export const selectCardFailure = ({ context: { failure } }: CheckoutSnapshot): CheckoutFailure | null =>
  failure?.name === 'card-incomplete' || failure?.name === 'card-unchecked' ? failure : null;

/** Returns whether a form is open, or an outcome is being checked or is unknown. */
export const isUnderWay = (snapshot: CheckoutSnapshot): boolean =>
  selectPackage(snapshot) !== null || selectUnresolved(snapshot) !== null || isResuming(snapshot);

/** Returns whether there is a message to show while no form is open. */
export const hasNotice = (snapshot: CheckoutSnapshot): boolean =>
  (isChoosing(snapshot) && snapshot.context.failure !== null) ||
  (selectPackage(snapshot) === null &&
    snapshot.context.otherTabAttempts.length + snapshot.context.setAside.length > 0);

export const selectPurchase = (snapshot: CheckoutSnapshot): Purchase | null =>
  snapshot.matches('success') ? snapshot.context.purchase : null;

export const selectUnresolved = (snapshot: CheckoutSnapshot): PurchaseAttempt | null =>
  snapshot.matches({ error: 'unresolved' }) ? snapshot.context.attempt : null;

export const selectOtherTabAttempts = (snapshot: CheckoutSnapshot): readonly PurchaseAttempt[] =>
  snapshot.context.otherTabAttempts;

export const selectSetAside = (snapshot: CheckoutSnapshot): readonly PurchaseAttempt[] =>
  snapshot.context.setAside;

/** What the customer needs to know before buying: a payment in progress, or one with an unknown outcome. */
export const selectOpenPayment = (snapshot: CheckoutSnapshot): 'paying' | 'unknown' | null => {
  if (isProcessing(snapshot)) return 'paying';
  return selectUnresolved(snapshot) !== null || snapshot.context.setAside.length > 0 ? 'unknown' : null;
};
