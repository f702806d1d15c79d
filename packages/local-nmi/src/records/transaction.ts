import { randomInt } from 'node:crypto';
import * as v from 'valibot';

/** What can happen to a transaction here, in the words of `query.php` (VD). */
const actionTypes = ['sale', 'validate', 'refund', 'void', 'settle', 'return'] as const;
export type ActionType = (typeof actionTypes)[number];

/** The state of a transaction as `query.php` tells it (VD). `canceled` is voided. */
export const conditions = [
  'pending',
  'pendingsettlement',
  'in_progress',
  'abandoned',
  'failed',
  'canceled',
  'complete',
  'unknown',
] as const;
export type Condition = (typeof conditions)[number];

/** One thing that happened to a transaction. */
const actionSchema = v.object({
  type: v.picklist(actionTypes),
  /** US cents as the records show them: negative for a refund that is a transaction of its own (CAP). */
  amountCents: v.number(),
  success: v.boolean(),
  code: v.number(),
  text: v.string(),
  /** An ISO 8601 instant, UTC. */
  at: v.string(),
  /** The batch it was settled in. */
  batchId: v.optional(v.string()),
  /** What was asked for, where less was authorised. US cents. */
  requestedCents: v.optional(v.number()),
});
export type Action = v.InferOutput<typeof actionSchema>;

/** A transaction without its actions. */
const transactionHeadSchema = v.object({
  transactionId: v.string(),
  /** May be empty. */
  orderId: v.string(),
  /** As `411111******1111`. */
  maskedCard: v.string(),
  /** The last 4 characters of the payment token; empty where none was used. */
  token: v.string(),
  /** The cardholder's, as the sale gave them. */
  firstName: v.optional(v.string()),
  lastName: v.optional(v.string()),
  /** The transaction that a refund of its own gives back. Never told: no record or event attests such a reference (CAP). */
  refundOf: v.optional(v.string()),
  /** Of a sale that was approved in part (VD). */
  partialPaymentId: v.optional(v.string()),
});
export type TransactionHead = v.InferOutput<typeof transactionHeadSchema>;

/** A transaction and all that happened to it, oldest first. */
export const transactionSchema = v.object({
  ...transactionHeadSchema.entries,
  actions: v.array(actionSchema),
  /** What an operator has the records say instead of what follows from the actions. */
  conditionOverride: v.optional(v.picklist(conditions)),
});
export type Transaction = Readonly<Omit<v.InferOutput<typeof transactionSchema>, 'actions'>> & {
  readonly actions: readonly Action[];
};

/** A condition as it follows from what happened. A return leaves a settled transaction `complete` (guess). */
export const conditionAfter = (actions: readonly Action[]): Condition => {
  const [first] = actions;
  const succeeded = (type: ActionType) => actions.some((action) => action.type === type && action.success);
  if (first?.success !== true) return 'failed';
  if (succeeded('void')) return 'canceled';
  // A check of a card moves no money and never settles (guess).
  return first.type === 'validate' || succeeded('settle') ? 'complete' : 'pendingsettlement';
};

export const conditionOf = ({ conditionOverride, actions }: Transaction): Condition =>
  conditionOverride ?? conditionAfter(actions);

/** The request for a sale that a transaction began with; undefined for refunds and checks. */
export const saleActionOf = ({ actions: [first] }: Transaction): Action | undefined =>
  first?.type === 'sale' ? first : undefined;

export const isApprovedSale = (transaction: Transaction): boolean =>
  saleActionOf(transaction)?.success === true;

/** A ten-digit number such as the gateway gives transactions and refusals. */
export const newTransactionId = (): string => String(randomInt(1_000_000_000, 10_000_000_000));
