import * as v from 'valibot';

/** What the local services and their store process send each other over the process channel. */

const bookErrorSchema = v.object({
  customer_id: v.string(),
  what: v.string(),
  kept: v.nullable(v.string()),
  proven: v.nullable(v.string()),
});

const seededSchema = v.object({ type: v.literal('seeded'), requestId: v.string() });
const booksProvenSchema = v.object({
  type: v.literal('books-proven'),
  requestId: v.string(),
  bookErrors: v.array(bookErrorSchema),
});

/**
 * From the store: it answers requests, at this port of 127.0.0.1; the seed with that id is in the database; what is wrong
 * in the books; or what was asked with that id failed.
 */
export const fromStoreSchema = v.variant('type', [
  v.object({ type: v.literal('ready'), port: v.number() }),
  seededSchema,
  booksProvenSchema,
  v.object({ type: v.literal('failed'), requestId: v.string(), error: v.string() }),
]);
export type StoreAnswer = Readonly<
  v.InferOutput<typeof seededSchema> | v.InferOutput<typeof booksProvenSchema>
>;

const seedRequestSchema = v.object({
  type: v.literal('seed'),
  requestId: v.string(),
  customer: v.object({
    id: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
    email: v.string(),
    firstName: v.nullable(v.string()),
    lastName: v.nullable(v.string()),
    phone: v.nullable(v.string()),
  }),
  transactions: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
});
export type SeedRequest = Readonly<v.InferOutput<typeof seedRequestSchema>>;

/**
 * To the store: make the customer, whose `id` is the user pool's `sub`, with that many generated ledger entries; or prove
 * everybody's books.
 */
export const toStoreSchema = v.variant('type', [
  seedRequestSchema,
  v.object({ type: v.literal('prove-books'), requestId: v.string() }),
]);
export type StoreRequest = Readonly<v.InferOutput<typeof toStoreSchema>>;
