import { join } from 'node:path';
import { openStateFile } from 'local-services/state-file.ts';
import * as v from 'valibot';
import { openEventsSchema } from './events/events.ts';
import { transactionSchema } from './records/transaction.ts';
import { tokensSchema } from './token-vault.ts';

/** A consistent snapshot: a saved sale has its event saved too, and its token is used up. */
const stateSchema = v.strictObject({
  tokens: tokensSchema,
  transactions: v.array(transactionSchema),
  openEvents: openEventsSchema,
});

/** The gateway's only file. Without a directory, nothing is saved. */
export const openState = (dataDir: string | undefined, snapshot: () => v.InferOutput<typeof stateSchema>) =>
  openStateFile(dataDir && join(dataDir, 'gateway.json'), stateSchema, snapshot);
