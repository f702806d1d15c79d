import type { Balance, CreditDetails } from '#contract/account.ts';
import type { Grants, Holds } from '#contract/credits.ts';
import type { HistoryQuery } from '#contract/query-schemas.ts';
import type { History, Summary, Transaction } from '#contract/transactions.ts';
import { createCreditDetailsReader } from '../credits/credit-details.ts';
import { createCreditReads } from '../credits/read-credits.ts';
import { withConnectionLimit } from '../database/connection-limit.ts';
import type { Database } from '../database/database.ts';
import { customerNotFound } from '../http/http-error.ts';
import { createAccountReader } from './accounts.ts';
import { createActivityReader } from './activity.ts';
import { displayCents } from './money.ts';
import { createPageReader, type LedgerEntry, readPageOfStatus } from './pages.ts';
import { createUsageReader } from './usage.ts';

/** Methods that read a customer's ledger. Each throws an HttpError 404 without a customer record. */
export type Ledger = ReturnType<typeof createLedger>;

export const createLedger = (database: Database) => {
  const findAccount = createAccountReader(database);
  const findDetails = createCreditDetailsReader(database);
  const { reads, listHolds } = createCreditReads(database);
  const readPage = createPageReader(database);

  const readAccount = async (customerId: string) => ofCustomer(await findAccount(customerId));

  return {
    readActivity: createActivityReader(database),
    readUsage: createUsageReader(withConnectionLimit(database, 2)),

    /** Returns the balance. It is negative only if reversals removed credits that were already spent. */
    async readBalance(customerId: string): Promise<Balance> {
      const { balance } = await readAccount(customerId);
      return { balance };
    },

    async readCreditDetails(customerId: string): Promise<CreditDetails> {
      return ofCustomer(await findDetails(customerId));
    },

    async readHolds(customerId: string): Promise<Holds> {
      return { holds: ofCustomer(await listHolds(customerId)) };
    },

    async readGrants(customerId: string): Promise<Grants> {
      return { grants: ofCustomer(await reads.listGrants(customerId)) };
    },

    async readSummary(customerId: string): Promise<Summary> {
      const account = await readAccount(customerId);
      return {
        total_spent_display: displayCents(account.spentCents),
        total_transactions: account.entries,
        total_credits_purchased: account.creditsPurchased,
        current_balance: account.balance,
      };
    },

    /** Returns a page, newest entries first. Pages past the end are empty. All pages cost the same to read. */
    async readHistory(customerId: string, { page, limit, status }: HistoryQuery): Promise<History> {
      const asked = { customerId, newer: (page - 1) * limit, limit };
      const rows =
        status === undefined ? await readPage(asked) : await readPageOfStatus(database, asked, status);
      const first = ofCustomer(rows[0]);
      return {
        transactions: first.transaction_id === null ? [] : rows.map(toTransaction),
        pagination: { total_pages: Math.ceil(first.total / limit), total_items: first.total },
      };
    },
  };
};

const ofCustomer = <Found>(found: Found | null | undefined): Found => {
  if (found === null || found === undefined) throw customerNotFound();
  return found;
};

export const toTransaction = (row: LedgerEntry): Transaction => ({
  id: row.transaction_id,
  product_name: row.product_name,
  transaction_date: row.created_at.toISOString(),
  status: row.status,
  amount_display: displayCents(row.amount_cents),
  credits_received: row.credits,
  bonus_credits: row.bonus_credits,
  total_credits: row.credits + row.bonus_credits,
  balance_after_transaction: row.balance_after,
  ionic_transaction_id: row.gateway_transaction_id,
  ionic_order_id: row.order_id,
  reversals: (row.reversals ?? []).map(({ kind, at, cents, credits }) => ({
    kind,
    date: new Date(at).toISOString(),
    amount_display: displayCents(cents),
    credits,
  })),
  refunded_display: row.refunded_cents > 0 ? displayCents(row.refunded_cents) : null,
  failure_reason: row.failure_reason,
  card: row.card_last4 === null ? null : { brand: row.card_brand, last4: row.card_last4 },
  is_automatic: row.is_automatic,
});
