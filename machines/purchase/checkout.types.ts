import type { Product } from '../../contract/products.ts';
import type { BillingAddress, Purchase } from '../../contract/purchases.ts';

/** One attempt to buy one package, stored before any request. Contains no card data. */
export interface PurchaseAttempt {
  /** A UUID. The Idempotency-Key of the attempt's requests, and the reference shown to the customer. */
  readonly id: string;
  readonly customerId: string;
  readonly productId: string;
  readonly productName: string;
  /** The price that the customer agreed to, in US cents. */
  readonly amountCents: number;
  /** Ledger row ids before the first request, to detect a new row. Null for stores with idempotency keys. */
  readonly baseline: readonly string[] | null;
  /** Whether the customer was warned that the outcome is unknown, and went on. */
  readonly isSetAside?: true;
}

export type CardField = 'number' | 'expiry' | 'code';

/** The gateway's latest report on a card field. `message` is empty if the field is valid or untouched. */
export interface CardFieldState {
  readonly valid: boolean;
  /** Null while the customer corrects the field. */
  readonly message: string | null;
}

export type CardFieldStates = Readonly<Record<CardField, CardFieldState>>;

export type CheckoutFailureName =
  /** The gateway's script didn't load. */
  | 'system-not-ready'
  /** The gateway's script couldn't set up the card fields, or took too long. */
  | 'form-unavailable'
  /** The gateway refused a card field. Nothing was sent. */
  | 'card-incomplete'
  /** The gateway didn't check the card in time. Nothing was sent. */
  | 'card-unchecked'
  | 'token-missing'
  /** The gateway timed out. Nothing was charged. */
  | 'token-timeout'
  | 'start-failed'
  | 'declined'
  /** The token was already used or has expired. The customer must enter the card again. */
  | 'token-refused'
  /** The saved card has expired or was removed. Nothing was charged. */
  | 'card-refused'
  /** Paying with a saved card on this device needs a recent sign-in. Nothing was charged. */
  | 'sign-in-required'
  | 'price-changed'
  | 'package-withdrawn'
  | 'rate-limited'
  /** The merchant has blocked this customer's purchases. Nothing was charged. */
  | 'customer-blocked'
  | 'session-ended'
  /** The store refused the request. Its `detail` says why. */
  | 'refused'
  /** The app couldn't check the package before paying. Nothing was charged. */
  | 'unreachable'
  /** The app couldn't read the ledger, which it needs without idempotency keys. Nothing was charged. */
  | 'ledger-unreadable'
  /** The card was charged and has since been refunded. */
  | 'refunded'
  /** It's unknown whether the card was charged. */
  | 'unresolved';

export interface CheckoutFailure {
  readonly name: CheckoutFailureName;
  /** The store's or the gateway's explanation; empty without one. */
  readonly message: string;
}

interface Refused {
  readonly outcome: 'refused';
  readonly failure: CheckoutFailure;
}

export type MountResult = { readonly outcome: 'mounted' } | Refused;
export type QuoteResult =
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'changed'; readonly product: Product }
  | Refused;
/** A secret in a snapshot. Serialized copies of the snapshot, such as logs, omit it. */
export interface Concealed {
  readonly reveal: () => string;
}

export type TokenResult<Token = string> =
  | { readonly outcome: 'tokenized'; readonly paymentToken: Token }
  | Refused;
export type BaselineResult =
  | { readonly outcome: 'noted'; readonly baseline: readonly string[] | null }
  | Refused;

/** The result of a charge or a check. `declined` and `refused` guarantee that nothing was charged. */
export type PaymentResult =
  | { readonly outcome: 'approved'; readonly purchase: Purchase }
  | { readonly outcome: 'declined'; readonly failure: CheckoutFailure }
  | Refused
  | { readonly outcome: 'unknown' };

export interface QuoteRequest {
  readonly product: Product;
}

export interface AttemptRequest {
  readonly customerId: string;
  readonly product: Product;
  readonly baseline: readonly string[] | null;
}

/** A new card's token or a saved card's id. */
interface PaymentMeans<Token> {
  readonly paymentToken: Token | null;
  /** Whether to save the token's card. Default: false. */
  readonly saveCard?: boolean;
  /** The id of a saved card. Default: null. */
  readonly cardId?: string | null;
}

export interface PaymentOrder<Token = string> extends PaymentMeans<Token> {
  readonly attempt: PurchaseAttempt;
  readonly billing: BillingAddress;
}

export interface OutcomeQuestion<Token = string> extends PaymentMeans<Token> {
  readonly attempt: PurchaseAttempt;
  /** Null after a reload, like the token and the card. The app then can't replay the request. */
  readonly billing: BillingAddress | null;
}

/** The saved card to pay with. `cardId` is null if the customer types a card instead. */
export interface CardChoice {
  readonly cardId: string | null;
}

export interface CheckoutContext {
  readonly customerId: string;
  readonly product: Product | null;
  readonly cardFields: CardFieldStates;
  /** An earlier attempt whose outcome is being checked or unknown. */
  readonly attempt: PurchaseAttempt | null;
  readonly purchase: Purchase | null;
  readonly failure: CheckoutFailure | null;
  /** The saved cards that can be charged, the default first. */
  readonly cardIds: readonly string[];
  /** Null until the saved cards have loaded. Stays null if the customer has no saved card and types one. */
  readonly choice: CardChoice | null;
  /** Whether to save the card that the customer types. */
  readonly saveCard: boolean;
  /** This customer's purchases in other tabs. */
  readonly otherTabAttempts: readonly PurchaseAttempt[];
  /** Attempts with an unknown outcome that the customer has set aside. They don't hold up a purchase. */
  readonly setAside: readonly PurchaseAttempt[];
}

export type CheckoutEvent =
  | { readonly type: 'package.selected'; readonly product: Product }
  /** The customer chose a saved card, or null to type a card. */
  | { readonly type: 'card.chosen'; readonly cardId: string | null }
  | { readonly type: 'saving.chosen'; readonly saveCard: boolean }
  | {
      readonly type: 'card-field.checked';
      readonly field: CardField;
      readonly valid: boolean;
      readonly message: string | null;
    }
  /** The customer changed the billing address, or focused a card field. */
  | { readonly type: 'form.edited' }
  | { readonly type: 'payment.submitted'; readonly billing: BillingAddress }
  | { readonly type: 'checkout.canceled' }
  /** The customer left the form's page. */
  | { readonly type: 'checkout.left' }
  /** The customer came back to the form's page. */
  | { readonly type: 'checkout.returned' }
  /** The card fields moved in the DOM, which clears them. */
  | { readonly type: 'card-fields.lost' }
  | { readonly type: 'card-fields.retried' }
  | { readonly type: 'success.dismissed' }
  | { readonly type: 'outcome.rechecked' }
  | { readonly type: 'outcome.acknowledged' }
  | { readonly type: 'attempts.seen'; readonly otherTabAttempts: readonly PurchaseAttempt[] }
  /** The attempts that this device's tabs have set aside and not settled. */
  | { readonly type: 'attempts.set-aside'; readonly attempts: readonly PurchaseAttempt[] }
  /** The outcome of an attempt that was set aside is asked for again. */
  | { readonly type: 'attempt.rechecked'; readonly attempt: PurchaseAttempt }
  /** Another tab settled its attempt. */
  | { readonly type: 'attempt.ended' }
  /** Another tab closed before it settled its attempt. */
  | { readonly type: 'attempt.abandoned'; readonly attempt: PurchaseAttempt };

/** Events for other code: toasts, the error callback and caches. */
export type CheckoutEmitted =
  | { readonly type: 'purchased'; readonly purchase: Purchase }
  | { readonly type: 'payment.failed'; readonly failure: CheckoutFailure }
  | { readonly type: 'packages.outdated' }
  /** The typed card was saved, or the store refused a saved card. */
  | { readonly type: 'cards.outdated' }
  /** This customer's purchase in another tab succeeded or failed. */
  | { readonly type: 'account.outdated' }
  /** The attempt stays stored until its outcome is known. */
  | { readonly type: 'attempt.set-aside'; readonly attempt: PurchaseAttempt }
  | {
      readonly type: 'attempt.settled';
      readonly attempt: PurchaseAttempt | null;
      /** Null if nothing was bought. */
      readonly purchase: Purchase | null;
    };
