import * as v from 'valibot';
import { activityEntrySchema, activitySchema } from '../activity.ts';
import { grantSchema, grantsSchema } from '../credits.ts';
import { count, credits, text } from '../scalars.ts';
import { topUpPauses } from '../top-up.ts';
import { reversalSchema, transactionSchema } from '../transactions.ts';
import { usageSchema } from '../usage.ts';

const id = text;
/** A time in ISO 8601 (UTC). */
const instant = text;

/** `available` is the balance minus open holds. Only a reversal can make it negative. */
const sums = { balance: credits, held: count, available: credits };

/** `email` is null until the customer signs in to the store with a verified address. */
const customerSchema = v.object({ id, email: v.nullable(text), ...sums });

const grantWithCustomerSchema = v.object({
  ...grantSchema.entries,
  customer_id: id,
  reason: v.nullable(text),
});

const expiredGrantSchema = v.object({
  ...grantWithCustomerSchema.entries,
  /** The credits that expired. Null in events that an older release recorded. */
  expired: v.nullable(count),
});

/** A purchase, as shown in the customer's ledger, and its amounts as numbers. */
const purchaseSchema = v.object({
  ...transactionSchema.entries,
  customer_id: id,
  product_id: id,
  amount_cents: count,
  currency: v.literal('USD'),
  /** The refunded part of `amount_cents`. */
  refunded_cents: count,
  /** The purchase's id at the card gateway. */
  order_id: id,
  gateway_transaction_id: v.nullable(id),
  reversals: v.array(v.object({ ...reversalSchema.entries, amount_cents: count })),
});

const merchantActivitySchema = v.object({
  ...activitySchema.entries,
  entries: v.array(
    v.object({
      ...activityEntrySchema.entries,
      /** Spends and returns have it. A return has its spend's. */
      reference: v.optional(v.nullable(text)),
      /** The spend, also of a return. */
      spend_id: v.optional(id),
      /** The hold whose capture spent the credits. */
      hold_id: v.optional(id),
      /** The grant that was created, removed or expired. Purchases have none. */
      grant_id: v.optional(id),
    }),
  ),
});

const spendSchema = v.object({
  id,
  customer_id: id,
  credits: count,
  /** Credits that went back to the grants they came from. */
  returned: count,
  reference: v.nullable(text),
  created_at: instant,
  ...sums,
});

export const holdStates = ['open', 'captured', 'released', 'expired'] as const;

const holdSchema = v.object({
  id,
  customer_id: id,
  credits: count,
  state: v.picklist(holdStates),
  captured: count,
  expires_at: instant,
  ...sums,
});

/** An automatic top-up charge. */
const topUpSchema = v.object({
  /** The purchase's id. */
  id,
  customer_id: id,
  status: v.picklist(['completed', 'failed']),
  product_name: text,
  amount_cents: count,
  credits: count,
  /** Why the charge failed, in words for the customer. */
  failure_reason: v.nullable(text),
  /** The credits that the refused spend or hold needed. Null if no refusal led to the charge. */
  required_credits: v.nullable(count),
  /** Whether `available`, after a failed charge with its `credits`, is at least `required_credits`. If not, one package is too small. */
  covers_required: v.boolean(),
  ...sums,
});

/** A pause of automatic top-up. The store charges nothing until the customer or the merchant resumes it. */
const topUpPauseSchema = v.object({
  /** The customer's id. */
  id,
  reason: v.picklist(topUpPauses),
  paused_at: instant,
  ...sums,
});

/** Replaces the resource if the customer's data was erased. */
const erasedSchema = v.object({ id, erased: v.literal(true) });

const eventOf = <
  const Types extends readonly string[],
  Resource extends v.GenericSchema<Record<string, unknown>>,
>(
  types: Types,
  resource: Resource,
) =>
  v.object({
    /** A 16-digit id. Later events have higher ids. */
    id,
    type: v.picklist(types),
    /** When the event happened. */
    timestamp: instant,
    /** The resource at the time of the event, in the API's format. */
    data: v.union([resource, erasedSchema]),
  });

const eventSchema = v.variant('type', [
  eventOf(['purchase.completed', 'purchase.reversed'], purchaseSchema),
  eventOf(['spend.returned'], spendSchema),
  eventOf(['hold.expired'], holdSchema),
  eventOf(['grant.created'], grantWithCustomerSchema),
  eventOf(['grant.expired'], expiredGrantSchema),
  eventOf(['customer.created', 'balance.low', 'balance.exhausted'], customerSchema),
  eventOf(['top_up.completed', 'top_up.failed'], topUpSchema),
  eventOf(['top_up.paused'], topUpPauseSchema),
]);

/** Every response schema, by its name in the OpenAPI document. */
export const merchantReplySchemas = {
  MerchantCustomer: customerSchema,
  MerchantActivity: merchantActivitySchema,
  Usage: usageSchema,
  MerchantCustomers: v.object({ customers: v.array(customerSchema) }),
  Grants: grantsSchema,
  Grant: grantWithCustomerSchema,
  ExpiredGrant: expiredGrantSchema,
  Spend: spendSchema,
  Hold: holdSchema,
  Purchase: purchaseSchema,
  ToppedUp: topUpSchema,
  TopUpPause: topUpPauseSchema,
  Erased: erasedSchema,
  Event: eventSchema,
  Events: v.object({ events: v.array(eventSchema) }),
};
export type MerchantReplies = {
  [Name in keyof typeof merchantReplySchemas]: v.InferOutput<(typeof merchantReplySchemas)[Name]>;
};
