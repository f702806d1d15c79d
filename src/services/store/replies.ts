import * as v from 'valibot';
import { balanceSchema, profileSchema } from '#contract/account.ts';
import { productSchema } from '#contract/products.ts';
import { historySchema, reversalSchema, summarySchema, transactionSchema } from '#contract/transactions.ts';
import type { StoreRead, StoreReplies } from '#domain/store.ts';

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

const { price_cents, credits, id, description } = productSchema.entries;

/** What is sold, and for how much, is never guessed: only what is no part of the bargain may be missing. */
const productReply = v.object({
  ...productSchema.entries,
  id: orFromNumber(id),
  price_cents: orFromText(price_cents),
  credits: orFromText(credits),
  bonus_credits: v.nullish(orFromText(productSchema.entries.bonus_credits), 0),
  description: v.fallback(description, ''),
});

const row = transactionSchema.entries;
const text = row.id.wrapped;
const number = row.total_credits.wrapped;

const reversal = reversalSchema.entries;

const reversalReply = v.object({
  kind: orMissing(reversal.kind.wrapped),
  date: orMissing(reversal.date.wrapped),
  amount_display: orMissing(reversal.amount_display.wrapped),
  credits: orMissing(orFromText(reversal.credits.wrapped)),
});

const transactionReply = v.object({
  id: orMissing(orFromNumber(text)),
  product_name: orMissing(orFromNumber(text)),
  transaction_date: orMissing(text),
  status: orMissing(text),
  amount_display: orMissing(text),
  credits_received: orMissing(orFromText(number)),
  bonus_credits: orMissing(orFromText(number)),
  total_credits: orMissing(orFromText(number)),
  balance_after_transaction: orMissing(orFromText(number)),
  ionic_transaction_id: orMissing(orFromNumber(text)),
  ionic_order_id: orMissing(orFromNumber(text)),
  reversals: v.fallback(v.nullish(listOf('reversal', reversalReply), []), []),
  refunded_display: orMissing(text),
  failure_reason: orMissing(text),
  card: orMissing(v.object({ brand: orMissing(text), last4: orFromNumber(text) })),
});

const { total_pages, total_items } = historySchema.entries.pagination.entries;

/** How a page of the ledger is read: no odd row costs the others. */
export const historyReply = v.object({
  transactions: listOf('transaction', transactionReply),
  pagination: v.object({ total_pages: orFromText(total_pages), total_items: orFromText(total_items) }),
});

const { total_spent_display, total_transactions, total_credits_purchased, current_balance } =
  summarySchema.entries;

/** How each reply is read: as the contract has it, and as kindly as its meaning is clear. */
export const storeReplies: { readonly [Name in StoreRead]: v.GenericSchema<unknown, StoreReplies[Name]> } = {
  profile: profileSchema,
  products: listOf('product', productReply),
  balance: v.object({ balance: orFromText(balanceSchema.entries.balance) }),
  summary: v.object({
    total_spent_display,
    total_transactions: orFromText(total_transactions),
    total_credits_purchased: orFromText(total_credits_purchased),
    current_balance: orFromText(current_balance),
  }),
};
