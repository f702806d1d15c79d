import type { MerchantReplies } from '#contract/merchant/replies.ts';
import type { CreditResult, MerchantHold, MerchantSpend } from '../database/functions.gen.ts';

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

/**
 * Spends, holds and grants of credits, as the merchant's API offers them. Calls may share a transaction,
 * and each may be repeated: an id with the same content gets the same result. The database describes results as
 * the API returns them. Every read first books what
 * has expired.
 */
export interface Credits {
  readCustomer(customerId: string): Promise<MerchantReplies['MerchantCustomer'] | null>;
  /** By verified address, ignoring case. */
  findCustomersByEmail(email: string): Promise<MerchantReplies['MerchantCustomer'][]>;
  /** Grants with credits left, in order of use. Null if the customer is unknown. */
  listGrants(customerId: string): Promise<MerchantReplies['Grants']['grants'] | null>;
  readSpend(id: string): Promise<MerchantSpend | null>;
  readHold(id: string): Promise<MerchantHold | null>;

  spend(order: SpendOrder): Promise<CreditResult>;
  /** The credits go back to the grants they came from. */
  returnCredits(order: ReturnOrder): Promise<CreditResult>;
  hold(order: HoldOrder): Promise<CreditResult>;
  /** Spends held credits; `null`: all. The rest is released. */
  captureHold(order: { readonly id: string; readonly credits: number | null }): Promise<CreditResult>;
  /** The hold then expires so long from now: earlier or later than before. */
  extendHold(order: { readonly id: string; readonly expiresInSeconds: number }): Promise<CreditResult>;
  releaseHold(order: { readonly id: string }): Promise<CreditResult>;
  grant(order: GrantOrder): Promise<CreditResult>;
  /** Takes back what is left of a grant; takes held credits when their hold ends. */
  voidGrant(order: { readonly id: string }): Promise<CreditResult>;
}
