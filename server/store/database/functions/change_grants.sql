-- Adds a grant with a movement's credits. The credits first pay off p_debt, the amount by which the balance was below zero. Returns the
-- remaining debt.
create function add_grant(p_grant credit_grants, p_debt bigint) returns bigint
  language plpgsql
as $$
declare
  v_remaining bigint := greatest(p_grant.credits - p_debt, 0);
begin
  insert into credit_grants (
    customer_id, grant_id, kind, position, movement, credits, remaining, priority, reason, expires_at, created_at, is_open
  ) values (
    p_grant.customer_id, p_grant.grant_id, p_grant.kind, p_grant.position, p_grant.movement, p_grant.credits, v_remaining,
    p_grant.priority, p_grant.reason, p_grant.expires_at, p_grant.created_at, v_remaining > 0
  );
  if v_remaining > 0 then
    insert into grant_allocations (customer_id, movement, grant_id, credits)
    values (p_grant.customer_id, p_grant.movement, p_grant.grant_id, v_remaining);
  end if;
  if p_grant.expires_at is not null then
    update accounts set credits_due_at = least(credits_due_at, p_grant.expires_at) where customer_id = p_grant.customer_id;
  end if;
  return p_debt - (p_grant.credits - v_remaining);
end
$$;

-- Removes p_taken credits from a grant for a movement, or adds them back if negative. p_unhold is how many of them were held.
create function change_grant(
  p_customer text,
  p_movement bigint,
  p_grant uuid,
  p_taken bigint,
  p_unhold bigint default 0
) returns void
  language plpgsql
as $$
begin
  update credit_grants set
    remaining = remaining - p_taken,
    held = held - p_unhold,
    is_open = remaining > p_taken
  where customer_id = p_customer and grant_id = p_grant;
  if p_taken <> 0 then
    insert into grant_allocations (customer_id, movement, grant_id, credits)
    values (p_customer, p_movement, p_grant, -p_taken);
  end if;
end
$$;

-- Removes credits that aren't held, first from the grants p_own, then from other grants in order of use.
create function take_from_grants(p_customer text, p_movement bigint, p_credits bigint, p_own uuid[]) returns void
  language plpgsql
as $$
declare
  v_left bigint := p_credits;
  v_grant record;
begin
  if v_left = 0 then
    return;
  end if;
  for v_grant in
    select grant_id, remaining - held as free from spendable_grants(p_customer)
    where remaining > held and grant_id = any (p_own)
    union all
    select grant_id, remaining - held from spendable_grants(p_customer)
    where remaining > held and grant_id <> all (p_own)
  loop
    perform change_grant(p_customer, p_movement, v_grant.grant_id, least(v_left, v_grant.free));
    v_left := v_left - least(v_left, v_grant.free);
    exit when v_left = 0;
  end loop;
  if v_left > 0 then
    raise exception 'the grants of % lack % credits', p_customer, v_left;
  end if;
end
$$;

-- Returns the id of the grant for a ledger entry's credits. p_kind is 'purchase' or 'bonus'.
create function grant_of_entry(p_customer text, p_position bigint, p_kind text) returns uuid
  language sql immutable
  return md5(p_customer || '/' || p_position || '/' || p_kind)::uuid;

-- Returns the ids of the grants for a ledger entry's credits, or an empty array if p_position is null.
create function grants_of_entry(p_customer text, p_position bigint) returns uuid[]
  language sql immutable
  return array_remove(
    array[grant_of_entry(p_customer, p_position, 'purchase'), grant_of_entry(p_customer, p_position, 'bonus')], null
  );
