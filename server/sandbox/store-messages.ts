import * as v from 'valibot';

/** What the sandbox and its store process send each other over the process channel. */

/** From the store: it answers requests, at this port of 127.0.0.1; or the seed with that id is in the database, or failed. */
export const fromStoreSchema = v.variant('type', [
  v.object({ type: v.literal('ready'), port: v.number() }),
  v.object({ type: v.literal('seeded'), requestId: v.string(), error: v.optional(v.string()) }),
]);

/** To the store: make the customer, whose `id` is the user pool's `sub`, with that many generated ledger entries. */
export const seedRequestSchema = v.object({
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
