-- Refunds that customers start. Processes of the previous release book them, too.
alter table refund_requests
  add column started_by text not null default 'operator' check (started_by in ('customer', 'operator'));
create trigger named_by_operators before insert on refund_requests
  for each row when (new.started_by = 'operator') execute function require_operator();

-- The refund that the credits are held for. Null: the merchant holds them.
alter table holds add column refund_id uuid;

create index open_cases_by_attempt on open_cases (attempt_id) where attempt_id is not null;
