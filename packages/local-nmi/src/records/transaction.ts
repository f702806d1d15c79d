import { randomInt } from 'node:crypto';
import * as v from 'valibot';

/** The actions of `query.php` (VD). */
const actionTypes = ['sale', 'validate', 'refund', 'void', 'settle', 'return'] as const;
export type ActionType = (typeof actionTypes)[number];

/** A transaction's state in `query.php` (VD). `canceled` is voided. */
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
  /** US cents; negative for a refund with its own transaction (CAP). */
  amountCents: v.number(),
  success: v.boolean(),
  code: v.number(),
  text: v.string(),
  /** An ISO 8601 instant, UTC. */
  at: v.string(),
  /** The batch it was settled in. */
  batchId: v.optional(v.string()),
  /** The requested US cents, if less was authorized. */
  requestedCents: v.optional(v.number()),
});
export type Action = v.InferOutput<typeof actionSchema>;

const transactionHeadSchema = v.object({
  transactionId: v.string(),
  /** May be empty. */
  orderId: v.string(),
  /** As `411111******1111`. */
  maskedCard: v.string(),
  /** The last 4 characters of the payment token, if any. */
  token: v.string(),
  /** By their elements in a query, without empty ones. */
  billing: v.optional(v.record(v.string(), v.string())),
  /** The sale of a refund with its own transaction. No record or event names it (CAP). */
  refundOf: v.optional(v.string()),
  /** Only for a sale that was approved in part (VD). */
  partialPaymentId: v.optional(v.string()),
  /** The saved card that it charged or saved. */
  customerVaultId: v.optional(v.string()),
  /** The request's stored-credential fields (VD). */
  initiatedBy: v.optional(v.picklist(['customer', 'merchant'])),
  storedCredential: v.optional(v.picklist(['stored', 'used'])),
});
export type TransactionHead = v.InferOutput<typeof transactionHeadSchema>;

export const transactionSchema = v.object({
  ...transactionHeadSchema.entries,
  /** Oldest first. */
  actions: v.array(actionSchema),
  /** Set by an operator. */
  conditionOverride: v.optional(v.picklist(conditions)),
});
export type Transaction = Readonly<Omit<v.InferOutput<typeof transactionSchema>, 'actions'>> & {
  readonly actions: readonly Action[];
};

/** A return leaves a settled transaction `complete` (guess). */
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

/** Undefined for refunds and validations. */
export const saleActionOf = ({ actions: [first] }: Transaction): Action | undefined =>
  first?.type === 'sale' ? first : undefined;

export const isApprovedSale = (transaction: Transaction): boolean =>
  saleActionOf(transaction)?.success === true;

/** Whether its first action, such as a sale or a validation, succeeded. */
export const isApproved = ({ actions: [first] }: Transaction): boolean => first?.success === true;

/** Ten digits, like the gateway's transaction and refusal ids. */
export const newTransactionId = (): string => String(randomInt(1_000_000_000, 10_000_000_000));
