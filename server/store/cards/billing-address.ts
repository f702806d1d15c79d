import { LRUCache } from 'lru-cache';
import type { RecordedAddress } from '../gateway/billing-address.ts';
import type { CardGateway } from '../gateway/gateway.ts';
import { customerNotFound } from '../http/http-error.ts';
import type { PaymentParts } from '../parts.ts';

/** How long an address, or a failure, is reused, so that a page can't keep the gateway busy. */
const keptMs = { read: 5 * 60_000, failed: 10_000 };
const capacity = 10_000;
/** A later answer would come while the customer types. */
const answerTimeoutMs = 3_000;

/**
 * Reads the billing address of a customer's last purchase from the gateway's records, because the store keeps
 * none. Null if there is no purchase since an erasure, or the records can't be read.
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

  /** @throws HttpError 404 without a customer record */
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
