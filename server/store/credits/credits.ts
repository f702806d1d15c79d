import type { MerchantReplies } from '#contract/merchant/replies.ts';
import type { CreditResult, MerchantHold, MerchantSpend } from '../database/functions.gen.ts';

export interface SpendOrder {
  /** A UUID that the caller chose, like the ids of all calls. */
  readonly id: string;
  readonly customerId: string;
  /** At least 1. */
  readonly credits: number;
  readonly reference: string | null;
  readonly description: string | null;
}

export interface ReturnOrder {
  readonly spendId: string;
  readonly returnId: string;
  readonly credits: number;
}

export interface HoldOrder extends Omit<SpendOrder, 'description'> {
  readonly expiresInSeconds: number;
}

export interface GrantOrder extends Pick<SpendOrder, 'id' | 'customerId' | 'credits'> {
  readonly reason: string;
  /** Null: the grant never expires. */
  readonly expiresAt: Date | null;
  readonly priority: number;
}

/**
 * Spends, holds and grants credits for the merchant's API. Repeating a call with the same id and content
 * returns the same result. Calls may share a transaction. The database formats results as the API returns them.
 * Every read first books expired credits.
 */
export interface Credits {
  readCustomer(customerId: string): Promise<MerchantReplies['Customer'] | null>;
  /** Finds customers by verified email address, ignoring case. */
  findCustomersByEmail(email: string): Promise<MerchantReplies['Customer'][]>;
  /** Lists the grants with credits left, in the order they'll be spent. Null if the customer is unknown. */
  listGrants(customerId: string): Promise<MerchantReplies['Grants']['grants'] | null>;
  readSpend(id: string): Promise<MerchantSpend | null>;
  readHold(id: string): Promise<MerchantHold | null>;

  spend(order: SpendOrder): Promise<CreditResult>;
  /** Spends together. Returns what a call for each order would have returned, in order. */
  spendBatch(orders: readonly SpendOrder[]): Promise<readonly CreditResult[]>;
  /** Returns credits of a spend to the grants they came from. */
  returnCredits(order: ReturnOrder): Promise<CreditResult>;
  hold(order: HoldOrder): Promise<CreditResult>;
  /** Spends held credits (`null`: all of them) and releases the rest. */
  captureHold(order: { readonly id: string; readonly credits: number | null }): Promise<CreditResult>;
  /** Sets the hold's expiry, counted from now. The new expiry may be earlier. */
  extendHold(order: { readonly id: string; readonly expiresInSeconds: number }): Promise<CreditResult>;
  releaseHold(order: { readonly id: string }): Promise<CreditResult>;
  grant(order: GrantOrder): Promise<CreditResult>;
  /** Removes a grant's remaining credits. Held credits are removed when their hold ends. */
  voidGrant(order: { readonly id: string }): Promise<CreditResult>;
}
