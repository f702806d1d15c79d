-- Deletions that customers request. The store also sets blocked_at, so that processes of the previous release refuse the same calls.
alter table customers
  add column deletion_requested_at timestamptz,
  -- When the store last asked the pool to delete the user, whether or not it got a response.
  add column user_deletion_sent_at timestamptz,
  add column user_deleted_at timestamptz,
  -- When a background job looks at the deletion next. Null: no deletion, or it has finished.
  add column deletion_check_at timestamptz;
create index customers_to_delete on customers (deletion_check_at) where deletion_check_at is not null;
