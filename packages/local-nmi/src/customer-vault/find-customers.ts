import { listOf, periodOf } from '../records/query-form.ts';
import { actionTime } from '../records/query-xml.ts';
import type { Customer } from './customers.ts';

/**
 * Returns the saved cards that a query asks for (VD): one by `customer_vault_id`, or all. `date_search` (`created`,
 * `updated` or both) limits a vault report to `start_date` and `end_date`. Without it, both are ignored (guess). An
 * account updater report has the cards that the updater changed in that period (guess).
 *
 * @param customers oldest first
 */
export const findCustomers = (
  customers: readonly Customer[],
  form: URLSearchParams,
  report: 'customer_vault' | 'account_updater',
): readonly Customer[] => {
  const customerVaultId = form.get('customer_vault_id') ?? '';
  const search = listOf(form, 'date_search');
  const isInPeriod = periodOf(form);
  const isFound = ({ createdAt, updatedAt, accountUpdatedAt }: Customer): boolean => {
    if (report === 'account_updater')
      return accountUpdatedAt !== undefined && isInPeriod(actionTime(accountUpdatedAt));
    const times = { created: createdAt, updated: updatedAt };
    return (
      search.length === 0 ||
      Object.entries(times).some(([name, at]) => search.includes(name) && isInPeriod(actionTime(at)))
    );
  };
  return customers.filter(
    (customer) =>
      (customerVaultId === '' || customer.customerVaultId === customerVaultId) && isFound(customer),
  );
};
