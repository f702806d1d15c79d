-- Ends holds that have expired by p_now, and books the remaining credits of expired and voided grants. Held credits are booked when their
-- hold ends. The caller locks the account.
create function book_expired(p_customer text, p_now timestamptz) returns void
  language plpgsql
  set enable_seqscan = off
as $$
declare
  v_holds uuid[] := array(
    select hold_id from holds where customer_id = p_customer and state = 'open' and expires_at <= p_now
  );
  v_grant record;
  v_expired uuid[] := '{}';
begin
  if v_holds <> '{}' then
    perform end_holds(p_customer, v_holds, 'expired', p_now);
  end if;

  for v_grant in
    select grant_id, kind, remaining - held as free, false as is_voided from credit_grants
    where customer_id = p_customer and is_open and expires_at <= p_now and voided_at is null and remaining > held
    union all
    select grant_id, kind, remaining - held, true from credit_grants
    where customer_id = p_customer and is_open and voided_at is not null and remaining > held
    order by grant_id
  loop
    perform end_grant(p_customer, v_grant.grant_id, v_grant.kind, v_grant.free, v_grant.is_voided, 'clock', p_now);
    if not v_grant.is_voided then
      v_expired := v_expired || v_grant.grant_id;
    end if;
  end loop;

  update accounts set credits_due_at = least(
    (
      select min(expires_at) from credit_grants
      where customer_id = p_customer and is_open and expires_at > p_now
    ),
    (select min(expires_at) from holds where customer_id = p_customer and state = 'open')
  )
  where customer_id = p_customer;
  if v_holds <> '{}' or v_expired <> '{}' then
    perform add_expiries(p_customer, v_holds, v_expired, p_now);
  end if;
end
$$;

-- Removes p_credits from a grant that has expired or was voided, or adds them back if negative.
create function end_grant(
  p_customer text,
  p_grant uuid,
  p_kind text,
  p_credits bigint,
  p_is_voided boolean,
  p_cause text,
  p_now timestamptz
) returns void
  language plpgsql
as $$
declare
  v_booked record;
  v_is_bonus boolean := p_kind in ('bonus', 'promotion');
begin
  v_booked := book_credits(
    p_customer, case when p_is_voided then 'grant' else 'expiry' end,
    case when p_is_voided then 'void ' else 'expiry ' end || p_grant || '/', p_cause, -p_credits, 0, p_now
  );
  perform post_credits(
    p_customer, v_booked.movement, case when p_is_voided then 'promotions' else 'expired' end,
    case when v_is_bonus then 0 else p_credits end, case when v_is_bonus then p_credits else 0 end
  );
  perform change_grant(
    p_customer, v_booked.movement, p_grant,
    greatest(v_booked.balance + p_credits, 0) - greatest(v_booked.balance, 0)
  );
  update credit_grants set expired = expired + p_credits where customer_id = p_customer and grant_id = p_grant;
end
$$;
