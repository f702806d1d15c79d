import * as v from 'valibot';
import { activityEntrySchema, activitySchema } from '../activity.ts';
import { grantSchema } from '../credits.ts';
import { merchantErrorSchema } from '../errors.ts';
import { count, credits, text } from '../scalars.ts';
import { spendingLimitSchema } from '../spending-limit.ts';
import { topUpPauses } from '../top-up.ts';
import { reversalSchema, transactionSchema } from '../transactions.ts';
import { usageSchema } from '../usage.ts';

const id = text;
const uuid = v.pipe(v.string(), v.uuid());
/** A time in ISO 8601 (UTC). */
const instant = v.pipe(v.string(), v.isoTimestamp());

/** `available` is the balance minus open holds. Only a reversal can make it negative. */
const sums = { balance: credits, held: count, available: credits };

const limitSchema = v.object({ ...spendingLimitSchema.entries, monthly_credits: count, resets_at: instant });

/** `email` is null until the customer signs in to the store with a verified address. */
const customerSchema = v.object({
  id,
  email: v.nullable(text),
  ...sums,
  /** Null without a limit. Only the customer can change it. Events omit it. */
  spending_limit: v.optional(v.nullable(limitSchema)),
});

const listedGrantSchema = v.object({
  ...grantSchema.entries,
  expires_at: v.nullable(instant),
  created_at: instant,
});

const grantWithCustomerSchema = v.object({
  ...listedGrantSchema.entries,
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
  transaction_date: v.nullish(instant, null),
  customer_id: id,
  product_id: id,
  amount_cents: count,
  currency: v.literal('USD'),
  /** The refunded part of `amount_cents`. */
  refunded_cents: count,
  /** The purchase's id at the card gateway. */
  order_id: id,
  gateway_transaction_id: v.nullable(id),
  reversals: v.array(
    v.object({ ...reversalSchema.entries, date: v.nullish(instant, null), amount_cents: count }),
  ),
});

const customerActivitySchema = v.object({
  ...activitySchema.entries,
  entries: v.array(
    v.object({
      ...activityEntrySchema.entries,
      date: instant,
      // Spends and returns have it. A return has its spend's.
      reference: v.optional(v.nullable(text)),
      /** The spend, also of a return. */
      spend_id: v.optional(uuid),
      /** The hold whose capture spent the credits. */
      hold_id: v.optional(uuid),
      /** The grant that was created, removed or expired. Purchases have none. */
      grant_id: v.optional(uuid),
    }),
  ),
});

const spendSchema = v.object({
  id: uuid,
  customer_id: id,
  credits: count,
  /** Credits that went back to the grants they came from. */
  returned: count,
  reference: v.nullable(text),
  created_at: instant,
  ...sums,
});

/** A spend of a batch, with the status that its own PUT would have returned: 200 if repeated. */
const spendDoneSchema = v.object({ ...spendSchema.entries, status: v.picklist([200, 201]) });

const spendRefusedSchema = v.object({
  /** As given. Null if the spend has no id. */
  id: v.nullable(text),
  status: count,
  ...v.omit(merchantErrorSchema, ['hold_id']).entries,
});

export const holdStates = ['open', 'captured', 'released', 'expired'] as const;

const holdSchema = v.object({
  id: uuid,
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

/** A customer used a part of their spending limit. Sent once a month for each `percent`. */
const limitReachedSchema = v.object({
  /** The customer's id. */
  id,
  percent: v.picklist([80, 100]),
  ...limitSchema.entries,
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
    /** Later events have higher ids. */
    id: v.pipe(v.string(), v.regex(/^\d{16}$/)),
    type: v.picklist(types),
    /** When the event happened. */
    timestamp: instant,
    /** The resource at the time of the event, in the API's format. */
    data: v.union([resource, erasedSchema]),
  });

const eventSchema = v.variant('type', [
  eventOf(['customer.created'], customerSchema),
  eventOf(['grant.created'], grantWithCustomerSchema),
  eventOf(['purchase.completed', 'purchase.refund_requested', 'purchase.reversed'], purchaseSchema),
  eventOf(['spend.returned'], spendSchema),
  eventOf(['hold.expired'], holdSchema),
  eventOf(['grant.expired'], expiredGrantSchema),
  eventOf(['balance.low', 'balance.exhausted'], customerSchema),
  eventOf(['top_up.completed', 'top_up.failed'], topUpSchema),
  eventOf(['top_up.paused'], topUpPauseSchema),
  eventOf(['spending_limit.reached'], limitReachedSchema),
]);

/** Every response schema, by its name in the OpenAPI document. */
export const merchantReplySchemas = {
  Customer: customerSchema,
  Customers: v.object({ customers: v.array(customerSchema) }),
  CustomerActivity: customerActivitySchema,
  Usage: usageSchema,
  ListedGrant: listedGrantSchema,
  Grants: v.object({ grants: v.array(listedGrantSchema) }),
  Grant: grantWithCustomerSchema,
  ExpiredGrant: expiredGrantSchema,
  Spend: spendSchema,
  SpendDone: spendDoneSchema,
  SpendRefused: spendRefusedSchema,
  /** In the order of the request. */
  SpendBatch: v.object({ results: v.array(v.union([spendDoneSchema, spendRefusedSchema])) }),
  Hold: holdSchema,
  Purchase: purchaseSchema,
  TopUpCharge: topUpSchema,
  TopUpPause: topUpPauseSchema,
  SpendingLimitReached: limitReachedSchema,
  Erased: erasedSchema,
  Event: eventSchema,
  Events: v.object({ events: v.array(eventSchema) }),
};
export type MerchantReplies = {
  [Name in keyof typeof merchantReplySchemas]: v.InferOutput<(typeof merchantReplySchemas)[Name]>;
};
