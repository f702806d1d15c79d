import type { Customer } from '../customer-vault/customers.ts';
import { findCustomers } from '../customer-vault/find-customers.ts';
import { choiceOf, listOf, pageOf, periodOf, RefusedQuery } from './query-form.ts';
import { actionTime, customersReply, queryRefusal, queryReply } from './query-xml.ts';
import { conditionOf, type Transaction } from './transaction.ts';

/** The records that a query can find, oldest first. */
interface Recorded {
  readonly transactions: readonly Transaction[];
  readonly customers: readonly Customer[];
}

/**
 * Returns `query.php`'s response: matching records, or an empty `<nm_response>` (HS, OR). An invalid filter gets an
 * `<error_response>` with a guessed text. `report_type` is `transaction` (default), `customer_vault` or
 * `account_updater`; see {@link findCustomers}. Transaction filters (VD): `order_id`; lists of `transaction_id`,
 * `condition` and `action_type`; `start_date` and `end_date` of the last change, inclusive; and those of {@link pageOf}.
 */
export const answerQuery = ({ transactions, customers }: Recorded, form: URLSearchParams): string => {
  try {
    const report = choiceOf(form, 'report_type', ['transaction', 'customer_vault', 'account_updater']);
    if (report !== 'transaction') return customersReply(pageOf(findCustomers(customers, form, report), form));
    return queryReply(pageOf(findTransactions(transactions, form), form));
  } catch (error) {
    if (error instanceof RefusedQuery) return queryRefusal(error.message);
    throw error;
  }
};

const findTransactions = (
  transactions: readonly Transaction[],
  form: URLSearchParams,
): readonly Transaction[] => {
  const ids = listOf(form, 'transaction_id');
  const states = listOf(form, 'condition');
  const types = listOf(form, 'action_type');
  const orderId = form.get('order_id') ?? '';
  const isInPeriod = periodOf(form);
  const isWanted = (one: string, wanted: readonly string[]) => wanted.length === 0 || wanted.includes(one);
  return transactions.filter(
    (one) =>
      (orderId === '' || one.orderId === orderId) &&
      isWanted(one.transactionId, ids) &&
      isWanted(conditionOf(one), states) &&
      one.actions.some(({ type }) => isWanted(type, types)) &&
      isInPeriod(lastChangeOf(one)),
  );
};

/** Returns the time of the last change as YYYYMMDDhhmmss, in UTC. */
const lastChangeOf = ({ actions }: Transaction): string =>
  actions
    .map(({ at }) => actionTime(at))
    .sort()
    .at(-1) ?? '';
