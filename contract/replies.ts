import type * as v from 'valibot';
import { balanceSchema, creditDetailsSchema, profileSchema } from './account.ts';
import { activitySchema } from './activity.ts';
import { lastBillingAddressSchema, savedCardsSchema } from './cards.ts';
import { holdsSchema } from './credits.ts';
import { productsSchema } from './products.ts';
import { attemptStateSchema, purchaseSchema } from './purchases.ts';
import { topUpSchema } from './top-up.ts';
import { historySchema, summarySchema } from './transactions.ts';

/** Every reply by its name in the OpenAPI document. Apart from the endpoints, because no page reads all of them. */
export const replySchemas = {
  Profile: profileSchema,
  Products: productsSchema,
  Balance: balanceSchema,
  Credits: creditDetailsSchema,
  Payment: purchaseSchema,
  AttemptState: attemptStateSchema,
  History: historySchema,
  Summary: summarySchema,
  Activity: activitySchema,
  Holds: holdsSchema,
  SavedCards: savedCardsSchema,
  LastBillingAddress: lastBillingAddressSchema,
  TopUp: topUpSchema,
};
export type Replies = { [Name in keyof typeof replySchemas]: v.InferOutput<(typeof replySchemas)[Name]> };
