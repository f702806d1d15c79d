-- Finds a customer's spends, captures and returns with one reference, newest first. An operator can build the first two indexes before the
-- upgrade, with `concurrently` (CHANGELOG.md): this migration blocks spends until it has built them.
create index if not exists spends_by_reference on spends (customer_id, reference, movement) where reference is not null;
create index if not exists holds_by_reference on holds (customer_id, reference, movement)
  where reference is not null and movement is not null;

-- The reference of the returned spend. Not named `reference`, because the previous release joins this table with spends.
alter table spend_returns add column spend_reference text;
update spend_returns set spend_reference = spends.reference
from spends
where spends.customer_id = spend_returns.customer_id and spends.spend_id = spend_returns.spend_id and spends.reference is not null;
create index spend_returns_by_reference on spend_returns (customer_id, spend_reference, movement)
  where spend_reference is not null;

-- Triggers keep the copy, because the previous release adds returns and erases references, too.
create function copy_reference() returns trigger
  language plpgsql
as $$
begin
  new.spend_reference := (select reference from spends where customer_id = new.customer_id and spend_id = new.spend_id);
  return new;
end
$$;
create trigger copy_reference before insert on spend_returns for each row execute function copy_reference();

-- Has its owner's rights, because no role may change a return. Names the schema, like require_operator.
create function change_copied_reference() returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  execute format('update %I.spend_returns set spend_reference = $1 where customer_id = $2 and spend_id = $3', tg_table_schema)
  using new.reference, new.customer_id, new.spend_id;
  return null;
end
$$;
create trigger change_copied_reference after update of reference on spends
  for each row when (new.reference is distinct from old.reference) execute function change_copied_reference();
