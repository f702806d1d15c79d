import { findCustomer } from './find-customer.ts';
import { CliError, type CliOutput, type Tools } from './tools.ts';

export interface BlockOptions {
  readonly customer: string;
  readonly reason: string | null;
}

/** `coffer block` and `coffer unblock`. Take effect in all processes with the next request. */
const setBlocked =
  (command: 'block' | 'unblock') =>
  async ({ database, writeDown }: Tools, { customer: given, reason }: BlockOptions): Promise<CliOutput> => {
    const isBlocked = command === 'block';
    const { id: customerId } = await findCustomer(database, given);
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

export const blockCustomer = setBlocked('block');
export const unblockCustomer = setBlocked('unblock');
