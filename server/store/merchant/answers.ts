import type { MerchantReplies } from '#contract/merchant/replies.ts';
import type { CustomerCredits, Grant, Hold, Spend } from '../credits/credits.ts';
import { toTransaction } from '../ledger/ledger.ts';
import type { LedgerEntry } from '../ledger/pages.ts';

/** The merchant's view of credits: the fields of the contract, and no others. */

export const toCustomer = ({
  id,
  email,
  balance,
  held,
  available,
}: CustomerCredits): MerchantReplies['MerchantCustomer'] => ({ id, email, balance, held, available });

export const toListedGrant = (grant: Grant): MerchantReplies['Grants']['grants'][number] => ({
  id: grant.id,
  kind: grant.kind,
  credits: grant.credits,
  remaining: grant.remaining,
  held: grant.held,
  priority: grant.priority,
  expires_at: grant.expiresAt?.toISOString() ?? null,
  created_at: grant.createdAt.toISOString(),
});

export const toGrant = (grant: Grant): MerchantReplies['Grant'] => ({
  ...toListedGrant(grant),
  customer_id: grant.customerId,
  reason: grant.reason,
});

export const toSpend = (spend: Spend): MerchantReplies['Spend'] => ({
  id: spend.id,
  customer_id: spend.customerId,
  credits: spend.credits,
  returned: spend.returned,
  reference: spend.reference,
  created_at: spend.createdAt.toISOString(),
  balance: spend.balance,
  held: spend.held,
  available: spend.available,
});

export const toHold = (hold: Hold): MerchantReplies['Hold'] => ({
  id: hold.id,
  customer_id: hold.customerId,
  credits: hold.credits,
  state: hold.state,
  captured: hold.captured,
  expires_at: hold.expiresAt.toISOString(),
  balance: hold.balance,
  held: hold.held,
  available: hold.available,
});

export interface Purchase extends LedgerEntry {
  /** The transaction's id. */
  readonly id: string;
  readonly customer_id: string;
}

export const toPurchase = (purchase: Purchase): MerchantReplies['Purchase'] => ({
  ...toTransaction(purchase),
  customer_id: purchase.customer_id,
});

type Added = 'required_credits' | 'covers_required';

/** Events of older releases lack what was added. */
export type TopUpCharge = Omit<MerchantReplies['ToppedUp'], Added> &
  Partial<Pick<MerchantReplies['ToppedUp'], Added>>;

export const toTopUp = (charge: TopUpCharge): MerchantReplies['ToppedUp'] => ({
  id: charge.id,
  customer_id: charge.customer_id,
  status: charge.status,
  product_name: charge.product_name,
  amount_cents: charge.amount_cents,
  credits: charge.credits,
  failure_reason: charge.failure_reason,
  required_credits: charge.required_credits ?? null,
  covers_required: charge.covers_required ?? true,
  balance: charge.balance,
  held: charge.held,
  available: charge.available,
});

export const toTopUpPause = (pause: MerchantReplies['TopUpPause']): MerchantReplies['TopUpPause'] => ({
  id: pause.id,
  reason: pause.reason,
  paused_at: new Date(pause.paused_at).toISOString(),
  balance: pause.balance,
  held: pause.held,
  available: pause.available,
});
