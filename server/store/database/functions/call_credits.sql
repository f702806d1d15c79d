-- Carries out a call of the merchant's API: 'spend', 'return', 'hold', 'capture', 'extend', 'release', 'grant' or 'void'. The answer
-- has its outcome, and the spend, hold or grant as credits/credits.ts describes it. Repeating a call changes nothing and answers the
-- same; only 'extend' counts from now again.
-- p_cause as in book_credits.
create function call_credits(
  p_call text,
  p_customer text,
  p_id uuid,
  p_content jsonb,
  p_cause text,
  out answer jsonb
)
  language plpgsql
as $$
begin
  case p_call
    when 'spend' then
      answer := spend_credits(
        p_customer, p_id, (p_content ->> 'credits')::bigint, p_content ->> 'reference', p_content ->> 'description', p_cause
      );
    when 'return' then
      answer := return_credits(
        p_customer, p_id, (p_content ->> 'returnId')::uuid, (p_content ->> 'credits')::bigint, p_cause
      );
    when 'hold' then
      answer := hold_credits(
        p_customer, p_id, (p_content ->> 'credits')::bigint, (p_content ->> 'expiresInSeconds')::bigint,
        p_content ->> 'reference'
      );
    when 'capture' then
      answer := capture_hold(p_customer, p_id, (p_content ->> 'credits')::bigint, p_cause);
    when 'extend' then
      answer := extend_hold(p_customer, p_id, (p_content ->> 'expiresInSeconds')::bigint);
    when 'release' then
      answer := release_hold(p_customer, p_id);
    when 'grant' then
      answer := grant_credits(
        p_customer, p_id, (p_content ->> 'credits')::bigint, p_content ->> 'reason',
        (p_content ->> 'expiresAt')::timestamptz, (p_content ->> 'priority')::bigint, p_cause
      );
    when 'void' then
      answer := void_grant(p_customer, p_id, p_cause);
  end case;
  -- The id of another customer's call is reused, whatever else is wrong with this one.
  if not answer ?| array['spend', 'hold', 'grant'] and exists (
    select from credit_claims
    where kind = p_call and id = coalesce((p_content ->> 'returnId')::uuid, p_id) and customer_id <> p_customer
  ) then
    answer := jsonb_build_object('outcome', 'id-reused');
  end if;
  -- The other calls book a movement, which has the key.
  if p_call not in ('spend', 'return', 'capture', 'grant') and p_cause like 'api %'
    and answer ?| array['hold', 'grant'] and answer ->> 'outcome' <> 'repeated'
  then
    insert into key_calls (key_prefix, at, call, customer_id, id)
    values (substr(p_cause, 5), store_now(), p_call, p_customer, p_id);
  end if;
end
$$;

-- Claims an id for a customer's call. Returns false if another customer's call has it.
create function claim_call(p_kind text, p_id uuid, p_customer text) returns boolean
  language plpgsql
as $$
begin
  insert into credit_claims (kind, id, customer_id) values (p_kind, p_id, p_customer) on conflict do nothing;
  return found;
end
$$;

-- Whether this many credits may be added: with purchases in flight, the balance must fit within accounts_balance_bound.
create function has_room(p_customer text, p_balance bigint, p_credits bigint) returns boolean
  language plpgsql
as $$
begin
  return p_balance + p_credits + (
    select coalesce(sum(credits + bonus_credits), 0)
    from purchase_attempts join transactions using (customer_id, position)
    where customer_id = p_customer and state = 'sending'
  ) <= 1000000000000;
end
$$;
