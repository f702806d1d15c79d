-- The directory whose lock file decides whether the sale that was opened last is ever sent (see payments/send-locks.ts). Null: none
-- does, so that it may have been sent.
alter table purchase_attempts add column send_locks uuid;
