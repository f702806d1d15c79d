-- When what names a customer was erased last. Sessions that began before it may still be in use, and fill nothing in again.
alter table customers add column erased_at timestamptz;
update customers set erased_at = erasures.at
from (
  select customer_id, max(at) as at from operator_actions where command = 'erase' and result = 'erased' group by customer_id
) erasures
where customers.customer_id = erasures.customer_id;
