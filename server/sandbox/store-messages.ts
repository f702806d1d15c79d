import * as v from 'valibot';

/** What the sandbox and its store process say to each other over the process channel. */

/** From the store: it answers requests, at this port of 127.0.0.1. */
const readySchema = v.object({ type: v.literal('ready'), port: v.number() });

/** From the store: the seed with that id is in the books, or failed. */
const seededSchema = v.object({
  type: v.literal('seeded'),
  requestId: v.string(),
  error: v.optional(v.string()),
});

export const fromStoreSchema = v.variant('type', [readySchema, seededSchema]);

/** The customer record to make: `id` is the user pool's `sub`. */
export interface SeedCustomer {
  readonly id: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
}

/** To the store: make the customer with that many generated ledger entries. */
export interface SeedRequest {
  readonly type: 'seed';
  readonly requestId: string;
  readonly customer: SeedCustomer;
  readonly transactions: number;
}
