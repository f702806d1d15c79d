-- Attempts that were given up before they had arrived: should such a request still come, it charges nothing.
create table withdrawn_attempts (
  customer_id text not null references accounts,
  attempt_id uuid not null,
  created_at timestamptz not null,
  primary key (customer_id, attempt_id)
);

create index withdrawn_attempts_by_time on withdrawn_attempts (customer_id, created_at);
