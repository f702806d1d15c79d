-- Refunds and voids that an operator has asked the gateway for. A request is committed before the gateway is asked, and at most
-- one of an attempt is open: as long as nobody knows what became of it, no other one is sent.
--   sending   the gateway is being asked, or whoever asked it is gone
--   approved  the gateway said so; its records do not show it yet
--   unknown   the gateway's answer was lost
--   recorded  the gateway's records show it, and the books have it from them
--   refused, unsent, given-up: nothing was given back, by the gateway's word, as it was not reached, by a person's word
create table refund_requests (
  customer_id text not null,
  refund_id uuid not null,
  attempt_id uuid not null,
  kind text not null check (kind in ('refund', 'void')),
  amount_cents bigint not null check (amount_cents > 0),
  -- The order's reversals that the gateway's records showed before: this one is not among them.
  references_before text[] not null,
  state text not null default 'sending' check (
    state in ('sending', 'approved', 'unknown', 'recorded', 'refused', 'unsent', 'given-up')
  ),
  -- By the gateway's answer: of the refund, or of the sale that it is an action of.
  gateway_transaction_id text,
  requested_by text not null,
  requested_at timestamptz not null,
  ended_at timestamptz,
  primary key (customer_id, refund_id),
  foreign key (customer_id, attempt_id) references purchase_attempts,
  check ((ended_at is null) = (state in ('sending', 'approved', 'unknown')))
);
create index refund_requests_by_attempt on refund_requests (customer_id, attempt_id);
create unique index refund_requests_open on refund_requests (customer_id, attempt_id) where ended_at is null;
create index refund_requests_by_transaction on refund_requests (gateway_transaction_id)
  where gateway_transaction_id is not null;

alter table open_cases drop constraint open_cases_kind_check;
alter table open_cases add check (
  kind in (
    'return', 'chargeback', 'amount-mismatch', 'two-charges', 'outcome-unknown', 'refund-without-order',
    'event-unconfirmed', 'refund-unknown'
  )
);
