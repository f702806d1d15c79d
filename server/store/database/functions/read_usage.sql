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
  v_first bigint := movement_at(p_customer, (p_to + 1 - p_days::int)::timestamp at time zone 'America/Chicago');
  v_end bigint := movement_at(p_customer, (p_to + 1)::timestamp at time zone 'America/Chicago');
begin
  return query
  with changes as (
    select movement, kind, reference, created_at,
      lag(balance_after, 1, 0::bigint) over (order by movement) - balance_after as spent
    from movements
    where customer_id = p_customer and movement >= v_first - 1 and movement < v_end
  ),
  used as (
    select kind, spent, case
      when p_by = 'day' then ((created_at at time zone 'America/Chicago')::date)::text
      when kind = 'return' then (
        select spend_reference from spend_returns where customer_id = p_customer and return_id = split_part(changes.reference, ' ', 2)::uuid
      )
      when starts_with(reference, 'hold ') then (
        select reference from holds where customer_id = p_customer and hold_id = split_part(changes.reference, ' ', 2)::uuid
      )
      else (
        select reference from spends where customer_id = p_customer and spend_id = split_part(changes.reference, ' ', 2)::uuid
      )
    end as label
    from changes where movement >= v_first and kind in ('spend', 'return')
  )
  select label, sum(spent)::bigint, count(*) filter (where kind = 'spend'), (sum(sum(spent)) over ())::bigint
  from used
  group by label
  order by case when p_by = 'day' then label end, sum(spent) desc, label
  limit p_limit;
end
$$;
comment on function read_usage is 'label?, credits, count, total';
