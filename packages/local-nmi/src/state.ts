import { join } from 'node:path';
import { openStateFile } from 'local-services/state-file.ts';
import * as v from 'valibot';
import { customersSchema } from './customer-vault/customers.ts';
import { openEventsSchema } from './events/events.ts';
import { transactionSchema } from './records/transaction.ts';
import { tokensSchema } from './token-vault.ts';

/** A consistent snapshot: if it has a sale, it also has the sale's event and saved card, and its token is used. */
const stateSchema = v.strictObject({
  tokens: tokensSchema,
  transactions: v.array(transactionSchema),
  openEvents: openEventsSchema,
  customers: v.optional(customersSchema),
});

/** Opens the gateway's only file. Without a directory, nothing is saved. */
export const openState = (dataDir: string | undefined, snapshot: () => v.InferOutput<typeof stateSchema>) =>
  openStateFile(dataDir && join(dataDir, 'gateway.json'), stateSchema, snapshot);
