import type { Product } from '../../contract/products.ts';
import type { BillingAddress, Purchase } from '../../contract/purchases.ts';

/** One attempt to buy one package, stored before any request. Contains no card data. */
export interface PurchaseAttempt {
  /** A UUID: the Idempotency-Key of each request of this attempt, and the customer's reference. */
  readonly id: string;
  readonly customerId: string;
  readonly productId: string;
  readonly productName: string;
  /** The price that the customer agreed to, in US cents. */
  readonly amountCents: number;
  /** Row ids before the first request, to recognize the new row. Null for stores with idempotency keys. */
  readonly baseline: readonly string[] | null;
  /** Whether the customer was warned that the outcome is unknown, and went on. */
  readonly isSetAside?: true;
}

export type CardField = 'number' | 'expiry' | 'code';

/** The gateway's latest report on a card field; `message` is empty if it is valid or untouched. */
export interface CardFieldState {
  readonly valid: boolean;
  /** Null while the customer corrects the field. */
  readonly message: string | null;
}

export type CardFieldStates = Readonly<Record<CardField, CardFieldState>>;

export type CheckoutFailureName =
  /** The gateway's script is missing. */
  | 'system-not-ready'
  /** Setting up the card fields failed or timed out. */
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
  /** The token was used or has expired. The customer must enter the card again. */
  | 'token-refused'
  /** The saved card has expired, or is no longer saved. Nothing was charged. */
  | 'card-refused'
  /** Paying with a saved card on this device needs a recent sign-in. Nothing was charged. */
  | 'sign-in-required'
  | 'price-changed'
  | 'package-withdrawn'
  | 'rate-limited'
  /** The merchant has blocked this customer's purchases. Nothing was charged. */
  | 'customer-blocked'
  | 'session-ended'
  /** The store refused the request; its detail says why. */
  | 'refused'
  /** The package couldn't be checked before paying. Nothing was charged. */
  | 'unreachable'
  /** The ledger couldn't be read before paying, for a store without idempotency keys. Nothing was charged. */
  | 'ledger-unreadable'
  /** The card was charged and has since been refunded. */
  | 'refunded'
  /** No answer says whether the card was charged. */
  | 'unresolved';

export interface CheckoutFailure {
  readonly name: CheckoutFailureName;
  /** The store's or gateway's detail; empty if it sent none. */
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
/** A secret in a snapshot. Copies and logs of the snapshot don't include it. */
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

/** A payment has a token or a saved card. */
interface PaymentMeans<Token> {
  readonly paymentToken: Token | null;
  /** Whether to save the token's card. Default: false. */
  readonly saveCard?: boolean;
  /** A saved card. Default: null. */
  readonly cardId?: string | null;
}

export interface PaymentOrder<Token = string> extends PaymentMeans<Token> {
  readonly attempt: PurchaseAttempt;
  readonly billing: BillingAddress;
}

export interface OutcomeQuestion<Token = string> extends PaymentMeans<Token> {
  readonly attempt: PurchaseAttempt;
  /** Without it, or without token and card, as after a reload, the request can't be repeated. */
  readonly billing: BillingAddress | null;
}

/** The card to pay with: a saved one, or (null) one that the customer types. */
export interface CardChoice {
  readonly cardId: string | null;
}

export interface CheckoutInput {
  readonly customerId: string;
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
  /** Null until the saved cards are listed, and if there are none. Then the customer types a card. */
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
  /** The customer chose what to pay with. */
  | { readonly type: 'card.chosen'; readonly cardId: string | null }
  | { readonly type: 'saving.chosen'; readonly saveCard: boolean }
  | {
      readonly type: 'card-field.checked';
      readonly field: CardField;
      readonly valid: boolean;
      readonly message: string | null;
    }
  /** The billing address changed, or the customer entered a card field. */
  | { readonly type: 'form.edited' }
  | { readonly type: 'payment.submitted'; readonly billing: BillingAddress }
  | { readonly type: 'checkout.canceled' }
  /** The customer left the form's page. */
  | { readonly type: 'checkout.left' }
  /** The customer is back at the form's page. */
  | { readonly type: 'checkout.returned' }
  /** The card fields moved to new places in the page, which empties them. */
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

/** Signals to other code: toasts, the error callback and caches. */
export type CheckoutEmitted =
  | { readonly type: 'purchased'; readonly purchase: Purchase }
  | { readonly type: 'payment.failed'; readonly failure: CheckoutFailure }
  | { readonly type: 'packages.outdated' }
  /** The typed card was saved, or the store refused a saved one. */
  | { readonly type: 'cards.outdated' }
  /** Another tab of this customer bought a package or gave up. */
  | { readonly type: 'account.outdated' }
  /** The attempt stays stored until its outcome is known. */
  | { readonly type: 'attempt.set-aside'; readonly attempt: PurchaseAttempt }
  | {
      readonly type: 'attempt.settled';
      readonly attempt: PurchaseAttempt | null;
      /** Null if nothing was bought. */
      readonly purchase: Purchase | null;
    };
