-- Returns the number of the first movement at or after p_at. A customer's movements are in chronological order (lock_credits), so a binary
-- search finds it without an index by time. Returns null for null.
create function movement_at(p_customer text, p_at timestamptz) returns bigint
  language plpgsql stable strict
as $$
declare
  v_low bigint := 1;
  v_high bigint := 1 + coalesce((select movements from accounts where customer_id = p_customer), 0);
  v_middle bigint;
begin
  while v_low < v_high
  loop
    v_middle := (v_low + v_high) / 2;
    if (select created_at < p_at from movements where customer_id = p_customer and movement = v_middle) then
      v_low := v_middle + 1;
    else
      v_high := v_middle;
    end if;
  end loop;
  return v_low;
end
$$;

-- Returns a customer's spends, captures and returns from one movement to another, with the day and the month of the limit that each counts
-- toward. credits is negative for a return.
create function uses_between(p_customer text, p_first bigint, p_last bigint)
  returns table (day date, month date, reference text, credits bigint, is_spend boolean)
  language plpgsql stable
  set enable_seqscan = off
  set jit = off
as $$
#variable_conflict use_column
begin
  return query
  select
    chicago_day(movements.created_at), chicago_day(chicago_month(used.counted_at)), used.reference, used.credits, kind = 'spend'
  from movements
  cross join lateral (select split_part(movements.reference, ' ', 2)::uuid as id) named
  cross join lateral (
    select spends.reference, spends.credits, spends.created_at as counted_at from spends
    where kind = 'spend' and customer_id = p_customer and spend_id = named.id and starts_with(movements.reference, 'spend ')
    union all
    select holds.reference, captured, holds.created_at from holds
    where kind = 'spend' and customer_id = p_customer and hold_id = named.id and starts_with(movements.reference, 'hold ')
    union all
    select spend_reference, -returns.credits, spends.created_at
    from spend_returns returns join spends using (customer_id, spend_id)
    where kind = 'return' and customer_id = p_customer and return_id = named.id
  ) used
  where customer_id = p_customer and movement between p_first and p_last and kind in ('spend', 'return');
end
$$;

-- Adds up to p_limit movements of a queued customer to the sums. Returns false if no customer is queued. Reads add the movements that the
-- sums lack. Customers are queued after every 256 movements, so these are few.
create function sum_usage(p_limit bigint) returns boolean
  language plpgsql
  set enable_seqscan = off
  set jit = off
as $$
declare
  v_customer text;
  v_summed bigint;
  v_movements bigint;
  v_last bigint;
begin
  select customer_id into v_customer from usage_queue order by customer_id limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  -- Lock the account, like everything else that changes spends or erases references.
  select summed_movement, movements into v_summed, v_movements from accounts where customer_id = v_customer for no key update;
  v_last := least(v_movements, v_summed + p_limit);
  with used as materialized (
    select * from uses_between(v_customer, v_summed + 1, v_last)
  ),
  by_day as (
    insert into usage_days as sums (customer_id, day, month, credits, count)
    select v_customer, day, month, sum(credits), count(*) filter (where is_spend) from used group by day, month
    on conflict (customer_id, day, month) do update set
      credits = sums.credits + excluded.credits, count = sums.count + excluded.count
  )
  insert into usage_references as sums (customer_id, day, reference, credits, count)
  select v_customer, day, reference, sum(credits), count(*) filter (where is_spend) from used group by day, reference
  on conflict (customer_id, day, reference) do update set
    credits = sums.credits + excluded.credits, count = sums.count + excluded.count;
  update accounts set summed_movement = v_last where customer_id = v_customer;
  if v_last = v_movements then
    delete from usage_queue where customer_id = v_customer;
  end if;
  return true;
end
$$;

-- Returns the credits that a customer spent, minus those returned, in the p_days days up to p_to. Days are Chicago's. If p_by is 'day', a row
-- is a date, the oldest first. Otherwise, it is a reference (null: none), the most credits first. `count` is the number of spends and captures.
-- Returns at most p_limit rows; `total` has the credits of all.
create function read_usage(
  p_customer text,
  p_to date,
  p_days bigint,
  p_by text,
  p_limit bigint
) returns table (label text, credits bigint, count bigint, total bigint)
  language plpgsql stable
  set enable_seqscan = off
  set jit = off
as $$
#variable_conflict use_column
declare
  v_from date := p_to + 1 - p_days::int;
  -- The movements that the sums lack. A day more on both sides, in case the database's clock was set back.
  v_first bigint := greatest(
    1 + (select summed_movement from accounts where customer_id = p_customer),
    movement_at(p_customer, (v_from - 1)::timestamp at time zone 'America/Chicago')
  );
  v_last bigint := movement_at(p_customer, (p_to + 2)::timestamp at time zone 'America/Chicago') - 1;
begin
  return query
  with used as (
    select day::text as label, credits, count from usage_days
    where p_by = 'day' and customer_id = p_customer and day between v_from and p_to
    union all
    select reference, credits, count from usage_references
    where p_by <> 'day' and customer_id = p_customer and day between v_from and p_to
    union all
    select case p_by when 'day' then day::text else reference end, credits, is_spend::int
    from uses_between(p_customer, v_first, v_last) where day between v_from and p_to
  )
  select label, sum(credits)::bigint, sum(count)::bigint, (sum(sum(credits)) over ())::bigint
  from used
  group by label
  order by case when p_by = 'day' then label end, sum(credits) desc, label
  limit p_limit;
end
$$;
comment on function read_usage is 'label?, credits, count, total';
