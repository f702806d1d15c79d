/**
 * Credits of a customer. A hold doesn't change the balance; `available` is what may be spent: the balance
 * minus open holds.
 */
export interface CreditBalance {
  /** Negative only if reversals took back credits that were spent. */
  readonly balance: number;
  readonly held: number;
  readonly available: number;
}

export interface CustomerCredits extends CreditBalance {
  readonly id: string;
  /** Verified. Null if unknown. */
  readonly email: string | null;
}

export type GrantKind = 'purchase' | 'bonus' | 'promotion' | 'adjustment';

export interface Grant {
  readonly id: string;
  readonly customerId: string;
  readonly kind: GrantKind;
  readonly credits: number;
  /** Includes the held credits. */
  readonly remaining: number;
  readonly held: number;
  /** Lower is used first. */
  readonly priority: number;
  readonly reason: string | null;
  /** Null: never. */
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
}

/** A repeated call answers with the balance after the first one; a read with the current balance. */
export interface Spend extends CreditBalance {
  readonly id: string;
  readonly customerId: string;
  readonly credits: number;
  readonly returned: number;
  readonly reference: string | null;
  readonly description: string | null;
  readonly createdAt: Date;
}

export type HoldState = 'open' | 'captured' | 'released' | 'expired';

/** As for spends, a repeated call answers as the first one did. */
export interface Hold extends CreditBalance {
  readonly id: string;
  readonly customerId: string;
  readonly credits: number;
  readonly state: HoldState;
  readonly captured: number;
  readonly reference: string | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

export interface SpendOrder {
  /** A UUID that the caller chose, like all ids of calls. */
  readonly id: string;
  readonly customerId: string;
  /** From 1. */
  readonly credits: number;
  readonly reference: string | null;
  readonly description: string | null;
}

export interface ReturnOrder {
  readonly spendId: string;
  readonly returnId: string;
  readonly credits: number;
}

export interface HoldOrder {
  readonly id: string;
  readonly customerId: string;
  readonly credits: number;
  readonly expiresInSeconds: number;
  readonly reference: string | null;
}

export interface GrantOrder {
  readonly id: string;
  readonly customerId: string;
  readonly credits: number;
  readonly reason: string;
  /** Null: never. */
  readonly expiresAt: Date | null;
  readonly priority: number;
}

/** The id belongs to a call with different content. */
interface IdReused {
  readonly outcome: 'id-reused';
}

interface Insufficient {
  readonly outcome: 'insufficient-credits';
  readonly required: number;
  readonly available: number;
}

interface NoCustomer {
  readonly outcome: 'customer-not-found';
}

interface Blocked {
  readonly outcome: 'customer-blocked';
}

/** The balance would exceed 10^12 credits. */
interface BalanceFull {
  readonly outcome: 'balance-full';
}

export type SpendResult =
  | { readonly outcome: 'created' | 'repeated'; readonly spend: Spend }
  | Insufficient
  | IdReused
  | NoCustomer
  | Blocked;

export type ReturnResult =
  /** The spend after the return. */
  | { readonly outcome: 'created' | 'repeated'; readonly spend: Spend }
  /** `returnable`: what is left of the spend. */
  | { readonly outcome: 'exceeds-spend'; readonly returnable: number }
  | { readonly outcome: 'spend-not-found' }
  | IdReused
  | BalanceFull;

export type HoldResult =
  | { readonly outcome: 'created' | 'repeated'; readonly hold: Hold }
  | Insufficient
  | IdReused
  | NoCustomer
  | Blocked;

interface HoldCaptured {
  readonly outcome: 'hold-captured';
  readonly captured: number;
}

type HoldNotOpen = { readonly outcome: 'hold-not-found' | 'hold-released' | 'hold-expired' } | HoldCaptured;

export type CaptureResult =
  | { readonly outcome: 'captured' | 'repeated'; readonly hold: Hold }
  | { readonly outcome: 'exceeds-hold'; readonly held: number }
  /** `hold-captured`: with a different amount. */
  | HoldNotOpen;

export type ExtendResult = { readonly outcome: 'extended'; readonly hold: Hold } | HoldNotOpen;

export type ReleaseResult =
  | { readonly outcome: 'released' | 'repeated'; readonly hold: Hold }
  | { readonly outcome: 'hold-not-found' }
  | HoldCaptured;

export type GrantResult =
  | { readonly outcome: 'created' | 'repeated'; readonly grant: Grant }
  /** `expires-in-past`: a new grant whose expiry has passed. */
  | { readonly outcome: 'expires-in-past' }
  | IdReused
  | NoCustomer
  | BalanceFull;

export type VoidResult =
  | { readonly outcome: 'voided' | 'repeated'; readonly grant: Grant }
  | { readonly outcome: 'grant-not-found' };

/**
 * Spends, holds and grants of credits, as the merchant's API offers them. Calls may share a transaction,
 * and each may be repeated: an id with the same content gets the same answer. Every read first books what
 * has expired.
 */
export interface Credits {
  readCustomer(customerId: string): Promise<CustomerCredits | null>;
  /** By verified address, ignoring case. */
  findCustomersByEmail(email: string): Promise<CustomerCredits[]>;
  /** Grants with credits left, in order of use. Null if the customer is unknown. */
  listGrants(customerId: string): Promise<Grant[] | null>;
  readSpend(id: string): Promise<Spend | null>;
  readHold(id: string): Promise<Hold | null>;

  spend(order: SpendOrder): Promise<SpendResult>;
  /** The credits go back to the grants they came from. */
  returnCredits(order: ReturnOrder): Promise<ReturnResult>;
  hold(order: HoldOrder): Promise<HoldResult>;
  /** Spends held credits; `null`: all. The rest is released. */
  captureHold(order: { readonly id: string; readonly credits: number | null }): Promise<CaptureResult>;
  /** The hold then expires so long from now: earlier or later than before. */
  extendHold(order: { readonly id: string; readonly expiresInSeconds: number }): Promise<ExtendResult>;
  releaseHold(order: { readonly id: string }): Promise<ReleaseResult>;
  grant(order: GrantOrder): Promise<GrantResult>;
  /** Takes back what is left of a grant; takes held credits when their hold ends. */
  voidGrant(order: { readonly id: string }): Promise<VoidResult>;
}
