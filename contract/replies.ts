import type * as v from 'valibot';
import { accountDeletionSchema, balanceSchema, creditDetailsSchema, profileSchema } from './account.ts';
import { activitySchema } from './activity.ts';
import { lastBillingAddressSchema, savedCardSchema, savedCardsSchema } from './cards.ts';
import { grantsSchema, holdsSchema } from './credits.ts';
import { noticesSchema } from './notices.ts';
import { productsSchema } from './products.ts';
import { attemptStateSchema, purchaseSchema } from './purchases.ts';
import { refundSchema } from './refunds.ts';
import { spendingLimitSchema } from './spending-limit.ts';
import { topUpSchema } from './top-up.ts';
import { historySchema, summarySchema, transactionSchema } from './transactions.ts';
import { usageSchema } from './usage.ts';

/** Every response schema, by its name in the OpenAPI document. Don't import this in the app: no page needs every schema. */
export const replySchemas = {
  Profile: profileSchema,
  AccountDeletion: accountDeletionSchema,
  Products: productsSchema,
  Balance: balanceSchema,
  Credits: creditDetailsSchema,
  Payment: purchaseSchema,
  AttemptState: attemptStateSchema,
  History: historySchema,
  Summary: summarySchema,
  Transaction: transactionSchema,
  Refund: refundSchema,
  Activity: activitySchema,
  Holds: holdsSchema,
  OwnGrants: grantsSchema,
  SavedCard: savedCardSchema,
  SavedCards: savedCardsSchema,
  LastBillingAddress: lastBillingAddressSchema,
  TopUp: topUpSchema,
  Notices: noticesSchema,
  OwnUsage: usageSchema,
  SpendingLimit: spendingLimitSchema,
};
export type Replies = { [Name in keyof typeof replySchemas]: v.InferOutput<(typeof replySchemas)[Name]> };
