-- Customers, their accounts and their ledgers. Money is integer US cents, credits are integers.
-- Every key begins with customer_id, so that a distributed PostgreSQL can shard by customer.

create table customers (
  customer_id text primary key check (length(customer_id) between 1 and 128),
  email text,
  first_name text,
  last_name text,
  phone text,
  -- Null until the identity provider has told the four attributes above.
  attributes_read_at timestamptz,
  created_at timestamptz not null
);

-- The row that is locked while money moves. Its sums are kept, never computed from the ledger.
create table accounts (
  customer_id text primary key references customers,
  balance bigint not null default 0,
  spent_cents bigint not null default 0 check (spent_cents >= 0),
  credits_purchased bigint not null default 0 check (credits_purchased >= 0),
  entries bigint not null default 0 check (entries >= 0)
);

-- The ledger. Positions of a customer run 1, 2, 3 … without gaps; nothing is ever deleted.
create table transactions (
  customer_id text not null references accounts,
  position bigint not null check (position >= 1),
  transaction_id uuid not null,
  order_id uuid not null,
  status text not null check (status in ('completed', 'pending', 'failed', 'refunded')),
  product_id text not null,
  product_name text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  credits bigint not null check (credits >= 0),
  bonus_credits bigint not null check (bonus_credits >= 0),
  -- Null while pending: what the balance will be is not known yet.
  balance_after bigint,
  gateway_transaction_id text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (customer_id, position),
  unique (customer_id, order_id)
);

create index transactions_by_status on transactions (customer_id, status, position);

-- How many entries of each status a block of 256 positions holds. A page of one status, at any depth, is found by
-- summing blocks and reading inside one of them, instead of walking over everything that is newer.
create table ledger_blocks (
  customer_id text not null references accounts,
  status text not null check (status in ('completed', 'pending', 'failed', 'refunded')),
  block bigint not null,
  entries bigint not null check (entries >= 0),
  primary key (customer_id, status, block)
);
