-- Keys of the merchant's API. A key itself is never stored.
create table api_keys (
  key_id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  -- The key's first characters, which identify it in lists. Not secret.
  prefix text not null unique check (length(prefix) between 1 and 40),
  -- The SHA-256 of the whole key.
  key_hash bytea not null check (length(key_hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'spend', 'grant']),
  -- A name has at most two active keys, one per slot: the second one is for rotation.
  slot smallint not null check (slot in (1, 2)),
  created_at timestamptz not null,
  -- Written every few seconds at most, not with each call. Null: never used.
  last_used_at timestamptz,
  -- Null: active.
  revoked_at timestamptz
);
create unique index api_keys_active on api_keys (name, slot) where revoked_at is null;
