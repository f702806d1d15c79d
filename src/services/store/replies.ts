import * as v from 'valibot';
import { type Replies, replySchemas } from '#contract/endpoints.ts';
import { productSchema } from '#contract/products.ts';
import { count, credits, text } from '#contract/scalars.ts';

/** A number, also one that came as text, where it is whole: anything else is not guessed at. */
const toNumber = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^-?(?:0|[1-9]\d{0,15})$/),
  v.transform(Number),
  v.safeInteger(),
);
const orFromText = <Schema extends v.GenericSchema<number, number>>(schema: Schema) =>
  v.union([schema, v.pipe(toNumber, schema)]);

/** A text, also an id that came as a number. */
const orFromNumber = <Schema extends v.GenericSchema<string, string>>(schema: Schema) =>
  v.union([schema, v.pipe(v.number(), v.safeInteger(), v.transform(String), schema)]);

/** A field that may be missing is missing, too, where it can't be read. */
const orMissing = <Schema extends v.GenericSchema<unknown, unknown>>(schema: Schema) =>
  v.fallback(v.nullish(schema, null), null);

/** Reads a list record by record: one that can't be read is left out, and the console says which of its fields it was. */
const listOf = <Record extends v.GenericSchema>(what: string, record: Record) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((records) =>
      records.flatMap((item): v.InferOutput<Record>[] => {
        const read = v.safeParse(record, Array.isArray(item) ? null : item);
        if (read.success) return [read.output];
        const [issue] = read.issues;
        console.warn(`A ${what} of the store was left out: ${v.getDotPath(issue) ?? 'it'} can’t be read`);
        return [];
      }),
    ),
  );

const lenientText = orMissing(text);
const lenientId = orMissing(orFromNumber(text));
const lenientNumber = orMissing(orFromText(v.number()));
const exactCount = orFromText(count);
const exactCredits = orFromText(credits);

/** What is sold, and for how much, is never guessed: only what is no part of the bargain may be missing. */
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
});

/** How each reply is read: as the contract has it, or as kindly as its meaning is clear. */
export const storeReplies: { readonly [Name in keyof Replies]: v.GenericSchema<unknown, Replies[Name]> } = {
  ...replySchemas,
  Products: listOf('product', productReply),
  Balance: v.object({ balance: exactCredits }),
  /** No odd row costs the others. */
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
};
