-- Books a refund, void or chargeback, and removes the refunded share of the purchase's credits. The caller calls lock_credits first.
-- Returns the purchase's refunded total in cents.
create function refund_purchase(p_entry transactions, p_reversal purchase_movement, p_cause text, p_now timestamptz)
  returns bigint
  language plpgsql
as $$
declare
  v_refunded bigint := least(p_entry.amount_cents, p_entry.refunded_cents + p_reversal.amount_cents);
  v_credits bigint := share_of(p_entry.credits, v_refunded, p_entry.amount_cents)
    - share_of(p_entry.credits, p_entry.refunded_cents, p_entry.amount_cents);
  v_bonus bigint := share_of(p_entry.bonus_credits, v_refunded, p_entry.amount_cents)
    - share_of(p_entry.bonus_credits, p_entry.refunded_cents, p_entry.amount_cents);
begin
  p_reversal.amount_cents := v_refunded - p_entry.refunded_cents;
  perform free_refunded_credits(p_entry.customer_id, p_entry.order_id);
  perform restore_expired(p_entry.customer_id, p_entry.position, v_credits, v_bonus, p_cause, p_now);
  perform release_uncovered_holds(p_entry.customer_id, balance - v_credits - v_bonus, p_now)
  from accounts where customer_id = p_entry.customer_id;
  perform book_movement(p_entry, p_reversal, v_credits, v_bonus, p_cause, p_now);
  return v_refunded;
end
$$;

-- Returns the credits for a part of the amount, rounded down. The full amount gets all credits.
create function share_of(p_credits bigint, p_part_cents bigint, p_amount_cents bigint) returns bigint
  language sql immutable
  return trunc(p_credits::numeric * p_part_cents / p_amount_cents)::bigint;

-- Undoes as much of a purchase's expiry as its reversal needs, first for each kind of credits, then for both. A reversal removes credits
-- even if they have expired, and without this would remove them twice.
create function restore_expired(
  p_customer text,
  p_position bigint,
  p_credits bigint,
  p_bonus_credits bigint,
  p_cause text,
  p_now timestamptz
) returns void
  language plpgsql
as $$
declare
  v_own uuid[] := grants_of_entry(p_customer, p_position);
  v_grant record;
  v_lacking bigint;
begin
  if not exists (select from credit_grants where customer_id = p_customer and grant_id = any (v_own) and expired > 0) then
    return;
  end if;
  for v_grant in
    select grant_id, kind, expired, remaining - held as free
    from credit_grants
    where customer_id = p_customer and grant_id = any (v_own) and expired > 0
  loop
    v_lacking := case v_grant.kind when 'purchase' then p_credits else p_bonus_credits end - v_grant.free;
    if v_lacking > 0 then
      perform end_grant(
        p_customer, v_grant.grant_id, v_grant.kind, -least(v_grant.expired, v_lacking), false, p_cause, p_now
      );
    end if;
  end loop;

  v_lacking := p_credits + p_bonus_credits - (
    select sum(remaining - held) from credit_grants
    where customer_id = p_customer and grant_id = any (v_own)
  );
  for v_grant in
    select grant_id, kind, expired
    from credit_grants
    where customer_id = p_customer and grant_id = any (v_own) and expired > 0
  loop
    exit when v_lacking <= 0;
    perform end_grant(
      p_customer, v_grant.grant_id, v_grant.kind, -least(v_grant.expired, v_lacking), false, p_cause, p_now
    );
    v_lacking := v_lacking - least(v_grant.expired, v_lacking);
  end loop;
end
$$;
