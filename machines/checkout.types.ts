import type { Product } from '../contract/products.ts';
import type { BillingAddress, Purchase } from '../contract/purchases.ts';

/** One try to buy one package, kept before anything is sent. Holds no card data. */
export interface PurchaseAttempt {
  /** A UUID: the Idempotency-Key of every request of this attempt, and its reference for the customer. */
  readonly id: string;
  readonly customerId: string;
  readonly productId: string;
  readonly productName: string;
  /** The price that the customer agreed to, in US cents. */
  readonly amountCents: number;
  /**
   * The rows that the ledger held before anything was sent, so that only another one can be this purchase. Null where the
   * store takes the attempt's id.
   */
  readonly baseline: readonly string[] | null;
}

export type CardField = 'ccnumber' | 'ccexp' | 'cvv';

/** What the gateway last said of one card field; an empty message when it is valid or untouched. */
export interface CardFieldState {
  readonly valid: boolean;
  /** Null while what was wrong is being corrected. */
  readonly message: string | null;
}

export type CardFieldStates = Readonly<Record<CardField, CardFieldState>>;

export type CheckoutFailureName =
  /** The gateway's script is not there. */
  | 'system-not-ready'
  /** Setting the card fields up threw, or they never came. */
  | 'form-unavailable'
  /** The gateway refused a card field: nothing was sent. */
  | 'card-incomplete'
  /** The gateway did not check the card in time: nothing was sent. */
  | 'card-unchecked'
  /** The gateway answered without a token. */
  | 'token-missing'
  /** The gateway did not answer in time: nothing was charged. */
  | 'token-timeout'
  /** Starting the payment request threw. */
  | 'start-failed'
  /** The bank said no. */
  | 'declined'
  /** The token was spent or has expired: the card is to be entered again. */
  | 'token-refused'
  | 'price-changed'
  | 'package-withdrawn'
  | 'rate-limited'
  /** The merchant has stopped this customer's purchases: nothing was charged. */
  | 'customer-blocked'
  | 'session-ended'
  /** The store refused the request itself; its detail says why. */
  | 'refused'
  /** The package could not be checked before paying: nothing was charged. */
  | 'unreachable'
  /** What the ledger holds could not be read before paying, where the store takes no key: nothing was charged. */
  | 'ledger-unreadable'
  /** The card was charged, and the money has been given back since. */
  | 'refunded'
  /** No answer tells whether the card was charged. */
  | 'unresolved';

export interface CheckoutFailure {
  readonly name: CheckoutFailureName;
  /** The detail given by the store or the gateway; empty when there is none. */
  readonly message: string;
}

interface Refused {
  readonly outcome: 'refused';
  readonly failure: CheckoutFailure;
}

export type MountAnswer = { readonly outcome: 'mounted' } | Refused;
export type QuoteAnswer =
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'changed'; readonly product: Product }
  | Refused;
export type TokenAnswer = { readonly outcome: 'tokenised'; readonly paymentToken: string } | Refused;
export type BaselineAnswer =
  | { readonly outcome: 'noted'; readonly baseline: readonly string[] | null }
  | Refused;

/** The answer to a charge or to a question about one. `declined` and `refused` mean: certainly not charged. */
export type PaymentAnswer =
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

export interface PaymentOrder {
  readonly attempt: PurchaseAttempt;
  readonly billing: BillingAddress;
  readonly paymentToken: string;
}

export interface OutcomeQuestion {
  readonly attempt: PurchaseAttempt;
  /** Without them, as after a reload, the request can't be repeated. */
  readonly billing: BillingAddress | null;
  readonly paymentToken: string | null;
}

export interface CheckoutInput {
  readonly customerId: string;
}

export interface CheckoutContext {
  readonly customerId: string;
  readonly product: Product | null;
  readonly cardFields: CardFieldStates;
  readonly attempt: PurchaseAttempt | null;
  /** Held from submit to settlement, for a replay of the same request. */
  readonly billing: BillingAddress | null;
  /** The single-use payment token, held from tokenisation to settlement, for a replay of the same request. */
  readonly paymentToken: string | null;
  /** What the ledger held before the payment, from its reading until the attempt is kept with it. */
  readonly baseline: readonly string[] | null;
  readonly purchase: Purchase | null;
  readonly failure: CheckoutFailure | null;
  /** What other tabs of this customer are buying. */
  readonly otherTabAttempts: readonly PurchaseAttempt[];
}

export type CheckoutEvent =
  | { readonly type: 'package.selected'; readonly product: Product }
  | {
      readonly type: 'card-field.checked';
      readonly field: CardField;
      readonly valid: boolean;
      readonly message: string | null;
    }
  /** The billing address was changed, or a card field entered. */
  | { readonly type: 'form.edited' }
  | { readonly type: 'payment.submitted'; readonly billing: BillingAddress }
  | { readonly type: 'checkout.cancelled' }
  /** The page with the form was left for another one. */
  | { readonly type: 'checkout.left' }
  /** The page was left and is back, with other fields. */
  | { readonly type: 'card-fields.lost' }
  | { readonly type: 'card-fields.retried' }
  | { readonly type: 'success.dismissed' }
  | { readonly type: 'confirmation.stopped' }
  | { readonly type: 'outcome.rechecked' }
  | { readonly type: 'outcome.acknowledged' }
  | { readonly type: 'attempts.seen'; readonly otherTabAttempts: readonly PurchaseAttempt[] }
  /** Another tab has settled its attempt. */
  | { readonly type: 'attempt.ended' }
  /** Another tab was closed without settling its attempt. */
  | { readonly type: 'attempt.abandoned'; readonly attempt: PurchaseAttempt };

/** What others react to: toasts, the error callback, caches. */
export type CheckoutEmitted =
  | { readonly type: 'purchased'; readonly purchase: Purchase }
  | { readonly type: 'payment.failed'; readonly failure: CheckoutFailure }
  | { readonly type: 'packages.outdated' }
  /** Another tab of this customer has bought something, or given it up. */
  | { readonly type: 'account.outdated' }
  | {
      readonly type: 'attempt.settled';
      readonly attempt: PurchaseAttempt | null;
      /** What it bought; null when that is nothing, or nobody knows. */
      readonly purchase: Purchase | null;
    };
