-- Puts [{ id, name, price_cents, credits, bonus_credits, credits_expire_days, bonus_expire_days, description }] on sale, in display order,
-- if the store has never had a product. p_rank_step is the distance between ranks. Returns whether this call added products.
create function seed_products(p_products jsonb, p_rank_step bigint) returns boolean
  language plpgsql
as $$
begin
  if exists (select from product_versions) then
    return false;
  end if;
  lock table product_versions in share row exclusive mode;
  if exists (select from product_versions) then
    return false;
  end if;
  insert into product_versions (
    product_id, version, name, price_cents, credits, bonus_credits, credits_expire_days, bonus_expire_days, description, rank,
    on_sale, changed_by, changed_at
  )
  select
    product ->> 'id', 1, product ->> 'name', (product ->> 'price_cents')::bigint, (product ->> 'credits')::bigint,
    (product ->> 'bonus_credits')::bigint, (product ->> 'credits_expire_days')::bigint,
    (product ->> 'bonus_expire_days')::bigint, coalesce(product ->> 'description', ''), place * p_rank_step, true,
    'products file', store_now()
  from jsonb_array_elements(p_products) with ordinality as listed (product, place);
  return true;
end
$$;
