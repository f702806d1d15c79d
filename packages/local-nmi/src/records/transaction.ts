import { randomInt } from 'node:crypto';
import * as v from 'valibot';

/** The action types of `query.php` (VD). */
const actionTypes = ['sale', 'validate', 'refund', 'void', 'settle', 'return'] as const;
export type ActionType = (typeof actionTypes)[number];

/** A transaction's state in `query.php` (VD). `canceled` means voided. */
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

const actionSchema = v.object({
  type: v.picklist(actionTypes),
  /** US cents; negative for a refund with a separate transaction (CAP). */
  amountCents: v.number(),
  success: v.boolean(),
  code: v.number(),
  text: v.string(),
  /** When the action happened, in ISO 8601 and UTC. */
  at: v.string(),
  /** The id of the batch that settled the transaction. */
  batchId: v.optional(v.string()),
  /** The requested amount in US cents, if less was authorized. */
  requestedCents: v.optional(v.number()),
});
export type Action = v.InferOutput<typeof actionSchema>;

const transactionHeadSchema = v.object({
  transactionId: v.string(),
  /** The order id; can be empty. */
  orderId: v.string(),
  /** The card number, as `411111******1111`. */
  maskedCard: v.string(),
  /** The last 4 characters of the payment token, if any. */
  token: v.string(),
  /** Non-empty billing fields, by their element names in `query.php` responses. */
  billing: v.optional(v.record(v.string(), v.string())),
  /** The id of the sale that a separate refund transaction is for. No record or event names it (CAP). */
  refundOf: v.optional(v.string()),
  /** Set only for a partially approved sale (VD). */
  partialPaymentId: v.optional(v.string()),
  /** The id of the saved card that the transaction charged or saved. */
  customerVaultId: v.optional(v.string()),
  /** The request's stored-credential fields (VD). */
  initiatedBy: v.optional(v.picklist(['customer', 'merchant'])),
  storedCredential: v.optional(v.picklist(['stored', 'used'])),
});
export type TransactionHead = v.InferOutput<typeof transactionHeadSchema>;

export const transactionSchema = v.object({
  ...transactionHeadSchema.entries,
  /** The actions, oldest first. */
  actions: v.array(actionSchema),
  /** A condition that an operator set, instead of the one that follows from the actions. */
  conditionOverride: v.optional(v.picklist(conditions)),
});
export type Transaction = Readonly<Omit<v.InferOutput<typeof transactionSchema>, 'actions'>> & {
  readonly actions: readonly Action[];
};

/** Returns the condition that follows from actions. A settled transaction with a return stays `complete` (guess). */
export const conditionAfter = (actions: readonly Action[]): Condition => {
  const [first] = actions;
  const succeeded = (type: ActionType) => actions.some((action) => action.type === type && action.success);
  if (first?.success !== true) return 'failed';
  if (succeeded('void')) return 'canceled';
  // A validation never settles (guess).
  return first.type === 'validate' || succeeded('settle') ? 'complete' : 'pendingsettlement';
};

export const conditionOf = ({ conditionOverride, actions }: Transaction): Condition =>
  conditionOverride ?? conditionAfter(actions);

/** Returns a transaction's sale action, or undefined for a refund or validation. */
export const saleActionOf = ({ actions: [first] }: Transaction): Action | undefined =>
  first?.type === 'sale' ? first : undefined;

export const isApprovedSale = (transaction: Transaction): boolean =>
  saleActionOf(transaction)?.success === true;

/** Returns whether the first action, such as a sale or validation, succeeded. */
export const isApproved = ({ actions: [first] }: Transaction): boolean => first?.success === true;

/** Returns a random id of ten digits, like the gateway's ids of transactions and refusals. */
export const newTransactionId = (): string => String(randomInt(1_000_000_000, 10_000_000_000));
