-- Emails to customers, written in the transaction of their cause. Rows stay, so that a cause never has a second mail.
create table mails (
  -- Also in the Message-ID, which is the same for each attempt.
  mail_id uuid primary key default gen_random_uuid(),
  customer_id text not null references accounts,
  kind text not null check (length(kind) between 1 and 100),
  -- What the mail is about: a transaction, a reversal, a pause, a day.
  cause text not null,
  -- What the text needs. Emptied when the mail ends.
  data jsonb not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  -- While an attempt runs, when another process may begin the next one. Null: the mail has ended.
  next_attempt_at timestamptz,
  sent_at timestamptz,
  -- Why the mail was not sent.
  ended_because text,
  unique (customer_id, kind, cause),
  check ((next_attempt_at is null) = (sent_at is not null or ended_because is not null))
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
create index mails_due on mails (next_attempt_at) where next_attempt_at is not null;

-- Which notices a customer wants. Without a row: expiring credits only.
create table customer_notices (
  customer_id text primary key references accounts,
  low_balance bigint check (low_balance >= 1),
  expiring boolean not null default true,
  -- When the last mail on a low balance was written.
  low_balance_at timestamptz
);

-- Links that unsubscribe a customer from one kind of notice.
create table mail_tokens (
  -- The SHA-256 of the token.
  token_hash bytea primary key,
  customer_id text not null references accounts,
  kind text not null,
  created_at timestamptz not null
);
create index mail_tokens_of_customer on mail_tokens (customer_id);

alter table event_settings
  -- Whether the store sends emails.
  add column sends_mail boolean not null default false,
  -- No customer's notice of a low balance has a higher threshold.
  add column highest_notice bigint not null default 0,
  -- The last day in Chicago for which the mails on expiring credits were written.
  add column expiries_noticed_on date;
