import * as v from 'valibot';
import { creditDetailsSchema, profileSchema } from '#contract/account.ts';
import { activitySchema } from '#contract/activity.ts';
import { lastBillingAddressSchema, savedCardsSchema } from '#contract/cards.ts';
import { productSchema } from '#contract/products.ts';
import { attemptStateSchema, purchaseSchema } from '#contract/purchases.ts';
import type { Replies } from '#contract/replies.ts';
import { count, credits, text } from '#contract/scalars.ts';

/** Parses whole numbers sent as text. Rejects any other text. */
const toNumber = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^-?(?:0|[1-9]\d{0,15})$/),
  v.transform(Number),
  v.safeInteger(),
);
const orFromText = <Schema extends v.GenericSchema<number, number>>(schema: Schema) =>
  v.union([schema, v.pipe(toNumber, schema)]);

/** Also accepts numeric ids, and converts them to text. */
const orFromNumber = <Schema extends v.GenericSchema<string, string>>(schema: Schema) =>
  v.union([schema, v.pipe(v.number(), v.safeInteger(), v.transform(String), schema)]);

/** Reads an unreadable optional field as null. */
const orMissing = <Schema extends v.GenericSchema<unknown, unknown>>(schema: Schema) =>
  v.fallback(v.nullish(schema, null), null);

/** Skips unreadable records and logs the name of the wrong field. */
const listOf = <Record extends v.GenericSchema>(what: string, record: Record) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((records) =>
      records.flatMap((item): v.InferOutput<Record>[] => {
        const read = v.safeParse(record, Array.isArray(item) ? null : item);
        if (read.success) return [read.output];
        const [issue] = read.issues;
        console.warn(`Skipped an unreadable ${what}: ${v.getDotPath(issue) ?? 'not an object'}`);
        return [];
      }),
    ),
  );

const lenientText = orMissing(text);
const lenientId = orMissing(orFromNumber(text));
const lenientNumber = orMissing(orFromText(v.number()));
const exactCount = orFromText(count);
const exactCredits = orFromText(credits);

/** Requires the fields that say what is sold and at which price. Other fields can be missing. */
const productReply = v.object({
  ...productSchema.entries,
  id: orFromNumber(text),
  price_cents: exactCount,
  credits: exactCount,
  bonus_credits: v.nullish(exactCredits, 0),
  description: v.fallback(productSchema.entries.description, ''),
});

const reversalReply = v.object({
  kind: lenientText,
  date: lenientText,
  amount_display: lenientText,
  credits: lenientNumber,
});

const transactionReply = v.object({
  id: lenientId,
  product_name: lenientId,
  transaction_date: lenientText,
  status: lenientText,
  amount_display: lenientText,
  credits_received: lenientNumber,
  bonus_credits: lenientNumber,
  total_credits: lenientNumber,
  balance_after_transaction: lenientNumber,
  ionic_transaction_id: lenientId,
  ionic_order_id: lenientId,
  reversals: v.fallback(v.nullish(listOf('reversal', reversalReply), []), []),
  refunded_display: lenientText,
  failure_reason: lenientText,
  card: orMissing(v.object({ brand: lenientText, last4: orFromNumber(text) })),
  is_automatic: v.fallback(v.optional(v.boolean()), undefined),
});

/**
 * The schemas that several pages share: the contract's, or a more lenient one where the meaning is clear. Lists
 * each schema, so that the bundle contains no others. Other requests come with their own schema.
 */
export const storeReplies = {
  Profile: profileSchema,
  Credits: creditDetailsSchema,
  Payment: purchaseSchema,
  AttemptState: attemptStateSchema,
  Activity: activitySchema,
  SavedCards: savedCardsSchema,
  LastBillingAddress: lastBillingAddressSchema,
  Products: listOf('product', productReply),
  Balance: v.object({ balance: exactCredits }),
  /** Skips unreadable rows instead of rejecting the whole page. */
  History: v.object({
    transactions: listOf('transaction', transactionReply),
    pagination: v.object({ total_pages: exactCount, total_items: exactCount }),
  }),
  Summary: v.object({
    total_spent_display: text,
    total_transactions: exactCount,
    total_credits_purchased: exactCount,
    current_balance: exactCredits,
  }),
} satisfies { readonly [Name in keyof Replies]?: v.GenericSchema<unknown, Replies[Name]> };
