import { LRUCache } from 'lru-cache';
import type { RecordedAddress } from '../gateway/billing-address.ts';
import type { CardGateway } from '../gateway/gateway.ts';
import { customerNotFound } from '../http/http-error.ts';
import type { PaymentParts } from '../parts.ts';

/** How long to cache an address or a failure, in ms, so that a page can't overload the gateway. */
const keptMs = { read: 5 * 60_000, failed: 10_000 };
const capacity = 10_000;
/** Gateway timeout, in ms. A later response would arrive while the customer is typing. */
const answerTimeoutMs = 3_000;

/**
 * Creates a function that reads a customer's last billing address from the gateway's records. It returns null
 * if there was no purchase since an erasure, or if the records can't be read.
 */
export const createBillingAddressReader = ({
  database,
  gateway,
  log,
}: Pick<PaymentParts, 'database' | 'log'> & {
  readonly gateway: Pick<CardGateway, 'findBillingAddress'>;
}) => {
  const kept = new LRUCache<string, Promise<RecordedAddress | null>>({ max: capacity, ttl: keptMs.read });

  const read = async (transactionId: string): Promise<RecordedAddress | null> => {
    try {
      return (await gateway.findBillingAddress(transactionId, answerTimeoutMs)) ?? null;
    } catch (error) {
      log.warn({ event: 'billing-address-unread', error });
      kept.set(transactionId, Promise.resolve(null), { ttl: keptMs.failed });
      return null;
    }
  };

  /** Returns the address, cached if possible. @throws {HttpError} 404 if the customer has no record */
  return async (customerId: string): Promise<RecordedAddress | null> => {
    const [last] = await database.query<{ transactionId: string | null }>(findLastPurchase, [customerId]);
    if (last === undefined) throw customerNotFound();
    const { transactionId } = last;
    if (transactionId === null) return null;
    const known = kept.get(transactionId);
    if (known !== undefined) return known;
    const reading = read(transactionId);
    kept.set(transactionId, reading);
    return reading;
  };
};

const findLastPurchase = `
  select last.gateway_transaction_id as "transactionId"
  from customers
  left join lateral (
    select gateway_transaction_id, created_at from transactions
    where customer_id = customers.customer_id and status = 'completed'
    order by position desc limit 1
  ) last on customers.erased_at is null or customers.erased_at < last.created_at
  where customers.customer_id = $1`;
