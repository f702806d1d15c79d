-- Since when an operator has stopped a customer's purchases; null: they are not stopped.
alter table customers add column blocked_at timestamptz;
