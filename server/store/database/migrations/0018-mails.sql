-- Emails to customers, written in the transaction of their cause. Rows stay, so that a cause never has a second mail.
create table mails (
  -- Also in the Message-ID, which is the same for each attempt.
  mail_id uuid primary key default gen_random_uuid(),
  customer_id text not null references accounts,
  kind text not null check (length(kind) between 1 and 100),
  cause text not null,
  -- What the text needs. Emptied when the mail ends.
  data jsonb not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  -- While an attempt runs, when another process may begin the next one. Null: the mail has ended.
  next_attempt_at timestamptz,
  -- Whether the mail server refused only this mail for now, for example because the mailbox is full.
  is_postponed boolean not null default false,
  -- 'sent', or why the store doesn't send the mail.
  outcome text,
  unique (customer_id, kind, cause),
  check ((next_attempt_at is null) = (outcome is not null))
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
create index mails_due on mails (next_attempt_at) where next_attempt_at is not null;

-- Links that unsubscribe a customer from one kind of mail. token_hash is the SHA-256 of the token.
create table mail_tokens (
  token_hash bytea primary key,
  customer_id text not null references accounts,
  kind text not null
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
create index mail_tokens_of_customer on mail_tokens (customer_id);

alter table customers
  -- The customer gets a mail when fewer credits than this are available. Null: never.
  add column low_balance_notice bigint check (low_balance_notice >= 1),
  add column low_balance_noticed_at timestamptz,
  -- Whether the customer gets a mail before credits expire.
  add column expiring_notice boolean not null default true;

alter table event_settings add column sends_mail boolean not null default false;
