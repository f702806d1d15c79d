import type { Queryable } from '../database/database.ts';
import type { CardDetails } from '../gateway/card-details.ts';

/** Stores the card once. Skips another order's transaction, and customers erased since the purchase. */
export const storeCard = async (
  database: Queryable,
  orderId: string,
  transactionId: string,
  { brand, last4 }: CardDetails,
): Promise<void> => {
  await database.query(
    `update transactions entries set card_brand = $3, card_last4 = $4
     from gateway_claims claims
     join purchase_attempts attempts using (customer_id, attempt_id)
     join customers using (customer_id)
     where claims.kind = 'order' and claims.claim = uuid_send($1::uuid)
       and entries.customer_id = attempts.customer_id and entries.position = attempts.position
       and entries.gateway_transaction_id = $2 and entries.status in ('completed', 'refunded')
       and entries.card_last4 is null
       and (customers.erased_at is null or customers.erased_at < entries.created_at)`,
    [orderId, transactionId, brand, last4],
  );
};
