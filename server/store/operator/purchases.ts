import type { TransactionStatus } from '#contract/queries.ts';
import type { Queryable } from '../database/database.ts';
import type { Account } from '../ledger/accounts.ts';
import { displayCents } from '../ledger/money.ts';
import { instant, table } from './report.ts';

/** A ledger entry. These fields are in text output; JSON output has all columns. Amounts are in US cents. */
export interface PurchaseRow {
  readonly transactionId: string;
  /** The gateway's order id, which is the attempt's id. */
  readonly orderId: string;
  readonly status: TransactionStatus;
  readonly productName: string;
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly credits: number;
  readonly bonusCredits: number;
  readonly gatewayTransactionId: string | null;
  readonly createdAt: Date;
}

export interface AttemptRow {
  readonly attemptId: string;
  readonly state: 'sending' | 'unsent' | 'settled';
  readonly refusalDetail: string | null;
  readonly createdAt: Date;
  /** When the sale was last sent to the gateway. `timesSent` counts all sends. */
  readonly sentAt: Date;
  readonly timesSent: number;
  /** When the store next looks up the outcome. Null: never. */
  readonly checkAt: Date | null;
  readonly settledAt: Date | null;
}

interface AccountRow extends Account {
  /** Credits in open holds. */
  readonly held: number;
  /** Credits per month. Null: no limit. */
  readonly spendingLimit: number | null;
}

/** Returns a customer's account, or undefined if there is none. */
export const readAccount = async (database: Queryable, customerId: string) => {
  const [account] = await database.query<AccountRow>(
    `select balance, held, spending_limit as "spendingLimit", spent_cents as "spentCents",
       credits_purchased as "creditsPurchased", entries, movements
     from accounts where customer_id = $1`,
    [customerId],
  );
  return account;
};

const purchaseColumns = `entries.transaction_id as "transactionId", entries.order_id as "orderId", entries.status,
  entries.product_id as "productId", entries.product_name as "productName", entries.amount_cents as "amountCents",
  entries.refunded_cents as "refundedCents", entries.credits, entries.bonus_credits as "bonusCredits",
  entries.balance_after as "balanceAfter", entries.gateway_transaction_id as "gatewayTransactionId",
  entries.created_at as "createdAt", entries.settled_at as "settledAt",
  entries.card_brand as "cardBrand", entries.card_last4 as "cardLast4"`;

const attemptColumns = `attempts.attempt_id as "attemptId", attempts.state, attempts.decided_by as "decidedBy",
  attempts.refusal_code as "refusalCode", attempts.refusal_detail as "refusalDetail",
  attempts.created_at as "createdAt", attempts.sent_at as "sentAt", attempts.times_sent as "timesSent",
  attempts.check_at as "checkAt", attempts.settled_at as "settledAt",
  attempts.client_network as "clientNetwork"`;

/** Returns purchases, newest first. @param limit null for all */
export const readPurchases = (database: Queryable, customerId: string, limit: number | null) =>
  database.query<PurchaseRow>(
    `select ${purchaseColumns} from transactions entries
     where customer_id = $1 order by position desc limit $2`,
    [customerId, limit],
  );

/** Returns attempts, newest first. @param limit null for all */
export const readAttempts = (database: Queryable, customerId: string, limit: number | null) =>
  database.query<AttemptRow>(
    `select ${attemptColumns} from purchase_attempts attempts
     where customer_id = $1 order by created_at desc, attempt_id limit $2`,
    [customerId, limit],
  );

/** Reads an attempt and its ledger entry. A card check has none. */
export const readAttempt = async (database: Queryable, customerId: string, attemptId: string) => {
  const [attempt] = await database.query<AttemptRow & { position: number | null }>(
    `select ${attemptColumns}, attempts.position from purchase_attempts attempts
     where customer_id = $1 and attempt_id = $2`,
    [customerId, attemptId],
  );
  if (attempt === undefined) throw new Error('The purchase attempt has disappeared from the database.');
  const { position, ...rest } = attempt;
  const [transaction] = await database.query<PurchaseRow>(
    `select ${purchaseColumns} from transactions entries where customer_id = $1 and position = $2`,
    [customerId, position],
  );
  return { attempt: rest, transaction: transaction ?? null, position };
};

export const purchaseTable = (purchases: readonly PurchaseRow[]): string =>
  table(purchases, {
    Order: ({ orderId }) => orderId,
    'When (UTC)': ({ createdAt }) => instant(createdAt),
    Status: ({ status }) => status,
    '#Amount': ({ amountCents }) => displayCents(amountCents),
  });
