-- Finds a customer's movements of one kind, newest first. Refunds, voids and chargebacks are one kind for the customer.
-- ../../activity.ts repeats the expression.
create index movements_by_kind on movements (
  customer_id,
  (case when kind in ('refund', 'void', 'chargeback') then 'reversal' else kind end),
  movement
);
