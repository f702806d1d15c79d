import { isOrderId } from '../gateway/order.ts';
import { createPurchaseAttempts } from '../payments/attempts.ts';
import { CliError, failToReadRecords, type Tools } from './tools.ts';

/** Finds an attempt. @param given its id (the order id) or a gateway transaction id @throws {CliError} if unknown */
export const findAttempt = async (
  { database, config, gateway }: Pick<Tools, 'database' | 'config' | 'gateway'>,
  given: string,
) => {
  const unknown = new CliError(`There is no attempt ${given}.`, 'not-found');
  const orderId = isOrderId(given) ? given.toLowerCase() : await orderOf(gateway, given);
  if (orderId === undefined || !isOrderId(orderId)) throw unknown;
  const attempt = await createPurchaseAttempts(database, config).findByOrder(orderId);
  if (attempt === undefined) throw unknown;
  return attempt;
};

const orderOf = async (gateway: Tools['gateway'], transactionId: string): Promise<string | undefined> =>
  (await gateway?.findTransaction(transactionId).catch(failToReadRecords))?.orderId;
