-- Cards that customers save in the card gateway's vault. Their numbers never reach the store: docs/decisions/saved-cards.md

-- open_purchase adds a card with the attempt whose sale stores it. Only an approved sale makes it a saved card.
--   saving    the gateway may have stored it
--   saved     the gateway has it, and the customer sees it
--   removing  the customer no longer sees it; the gateway may still have it
--   removed   the gateway doesn't have it
create table cards (
  customer_id text not null,
  card_id uuid not null,
  -- Our name for the card in the gateway's vault.
  vault_id text not null,
  -- The attempt whose sale stores the card.
  attempt_id uuid not null,
  state text not null default 'saving' check (state in ('saving', 'saved', 'removing', 'removed')),
  -- From the gateway's vault. Null unless the card is saved.
  brand text check (brand ~ '^[a-z]{1,20}$'),
  last4 text check (last4 ~ '^[0-9]{4}$'),
  -- The last day on which the card is valid.
  expires_on date,
  -- The gateway's id of the sale that stored the card. Charges that the merchant initiates must name it.
  initial_transaction_id text,
  -- When the customer made it the default. The latest choice counts, or else the newest card.
  chosen_at timestamptz,
  -- News from the gateway's account updater.
  notice text check (notice in ('contact-bank', 'closed')),
  -- When the account updater last changed the number or expiry.
  updated_at timestamptz,
  -- SHA-256 of the devices that may use the card without a recent sign-in, the latest first.
  devices bytea[] not null default '{}',
  -- When to ask the gateway about the card next; null: never.
  check_at timestamptz,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (customer_id, card_id),
  unique (customer_id, attempt_id),
  foreign key (customer_id, attempt_id) references purchase_attempts,
  check ((state = 'saved') = (last4 is not null)),
  check (state <> 'saved' or (expires_on is not null and initial_transaction_id is not null)),
  check ((state in ('removing', 'removed')) = (removed_at is not null))
);
create index cards_by_vault on cards (vault_id);
create index cards_to_check on cards (check_at) where check_at is not null;
alter table cards set (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);

-- Who initiated the charge, as card schemes define it: the merchant, if the customer agreed to it beforehand.
alter table purchase_attempts
  add column initiated_by text not null default 'customer' check (initiated_by in ('customer', 'merchant')),
  -- The saved card that pays, or null.
  add column card_id uuid;
