import { findCustomer } from './find-customer.ts';
import { CliError, type CommandWork, type CustomerChange } from './tools.ts';

/** `coffer block` and `coffer unblock`: block or unblock a customer in all processes, from the next request. */
export const setBlocked =
  (command: 'block' | 'unblock'): CommandWork<CustomerChange> =>
  async ({ database, writeDown }, { customer, reason }) => {
    const isBlocked = command === 'block';
    const { id: customerId, deletionRequestedAt } = await findCustomer(database, customer);
    if (deletionRequestedAt !== null)
      throw new CliError(`Customer ${customerId} deleted the account, so they stay blocked.`);
    return database.transaction(async (transaction) => {
      const changed = await transaction.query(
        `update customers set blocked_at = case when $2::boolean then store_now() end
         where customer_id = $1 and (blocked_at is null) = $2::boolean returning customer_id`,
        [customerId, isBlocked],
      );
      if (changed.length === 0)
        throw new CliError(`Customer ${customerId} is ${isBlocked ? 'already blocked' : 'not blocked'}.`);
      const result = `${command}ed`;
      await writeDown(transaction, { customerId, reason, result });
      return {
        json: { customerId, result },
        text: isBlocked
          ? `Blocked. Customer ${customerId} can't buy until you unblock them.`
          : `Unblocked. Customer ${customerId} can buy again.`,
      };
    });
  };
