-- What is on sale, with its history: each change is a version of its own, and the last one counts. What a purchase was charged
-- stands in its entry of the ledger and stays as it was.
create table product_versions (
  product_id text not null check (length(product_id) between 1 and 100),
  version bigint not null check (version >= 1),
  name text not null,
  -- US cents.
  price_cents bigint not null check (price_cents >= 1),
  credits bigint not null check (credits >= 1),
  bonus_credits bigint not null check (bonus_credits >= 0),
  description text not null,
  -- Products are shown in the order of their ranks.
  rank bigint not null,
  on_sale boolean not null,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (product_id, version)
);
create trigger append_only before update or delete or truncate on product_versions
  execute function refuse_change();
