import type { Product } from '../../contract/products.ts';
import type { BillingAddress, Purchase } from '../../contract/purchases.ts';
import type {
  CardField,
  CardFieldStates,
  CheckoutFailure,
  Concealed,
  PurchaseAttempt,
} from './checkout.types.ts';

/** The input of a payment: a `product` to pay for, or an earlier `attempt` to check. */
export interface PaymentInput {
  readonly customerId: string;
  readonly product: Product | null;
  readonly cardFields: CardFieldStates;
  /** The saved card to pay with; null for the card in the gateway's fields. */
  readonly cardId: string | null;
  /** Whether to save the card in the gateway's fields. */
  readonly saveCard: boolean;
  readonly billing: BillingAddress | null;
  readonly attempt: PurchaseAttempt | null;
}

export interface PaymentContext extends PaymentInput {
  /** A single-use token. Kept until the payment ends, so that the same request can be replayed. */
  readonly paymentToken: Concealed | null;
  /** The ledger's row ids, until they are stored with the attempt. */
  readonly baseline: readonly string[] | null;
  /** Null until the payment ends. */
  readonly result: PaymentOutput | null;
}

export type PaymentEvent =
  | {
      readonly type: 'card-field.checked';
      readonly field: CardField;
      readonly valid: boolean;
      readonly message: string | null;
    }
  /** The customer left the form's page. */
  | { readonly type: 'checkout.left' }
  | { readonly type: 'confirmation.stopped' };

export type PaymentOutput =
  | {
      readonly outcome: 'approved';
      readonly attempt: PurchaseAttempt | null;
      readonly purchase: Purchase;
    }
  /** Nothing was charged. */
  | {
      readonly outcome: 'refused';
      /** Null if the payment ended before the attempt was stored. */
      readonly attempt: PurchaseAttempt | null;
      /** Null if the customer left before anything was sent. */
      readonly failure: CheckoutFailure | null;
      /** The package with its new price, if the price changed before the payment was sent. */
      readonly product: Product | null;
    }
  /** It's unknown whether the card was charged. */
  | {
      readonly outcome: 'unknown';
      readonly attempt: PurchaseAttempt | null;
      /** Null if the customer stopped the check. */
      readonly failure: CheckoutFailure | null;
    };
