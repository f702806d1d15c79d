-- Runs calls of the merchant's API (credit_outcome lists the outcomes). A repeated call changes nothing and returns the same result, except
-- that 'extend' counts from now again.
create function call_credits(p_calls credit_call[]) returns setof credit_result
  language plpgsql
as $$
declare
  v_call credit_call;
  v_account locked_account;
  v_result credit_result;
begin
  foreach v_call in array p_calls
  loop
    v_account := lock_credits(v_call.customer_id);
    v_result := case v_call.call
      when 'spend' then spend_credits(v_call, v_account)
      when 'return' then return_credits(v_call, v_account)
      when 'hold' then hold_credits(v_call, v_account)
      when 'capture' then capture_hold(v_call, v_account)
      when 'extend' then extend_hold(v_call, v_account)
      when 'release' then release_hold(v_call, v_account)
      when 'grant' then grant_credits(v_call, v_account)
      when 'void' then void_grant(v_call, v_account)
    end;
    -- If another customer's call has this id, report only that, even if other checks fail.
    if v_result.outcome > 'repeated' then
      if exists (
        select from credit_claims
        where kind = v_call.call::text and id = coalesce(v_call.return_id, v_call.id) and customer_id <> v_call.customer_id
      ) then
        v_result.outcome := 'id-reused';
      end if;
    -- The other calls book a movement, which records the API key.
    elsif v_result.outcome <> 'repeated' and v_call.call in ('hold', 'extend', 'release', 'void') and v_call.cause like 'api %'
    then
      insert into key_calls (key_prefix, at, call, customer_id, id)
      values (substr(v_call.cause, 5), store_now(), v_call.call, v_call.customer_id, v_call.id);
    end if;
    return next v_result;
  end loop;
end
$$;

-- Claims the id of a call that needs credits, or returns why the customer can't spend or hold them. outcome is null on success.
create function begin_spending(p_call credit_call, p_account locked_account) returns credit_result
  language plpgsql
as $$
declare
  v_available bigint := p_account.balance - p_account.held;
  v_result credit_result;
begin
  if not p_account.is_known then
    v_result.outcome := 'customer-not-found';
  elsif exists (select from customers where customer_id = p_call.customer_id and blocked_at is not null) then
    v_result.outcome := 'customer-blocked';
  elsif p_account.used + p_call.credits > p_account.spending_limit then
    return refuse_use(p_account.used, p_account.spending_limit, p_account.now);
  elsif v_available < p_call.credits then
    v_result.outcome := 'insufficient-credits';
    v_result.required := p_call.credits;
    v_result.available := v_available;
    if p_account.top_up_below is not null then
      perform request_top_up(p_call.customer_id, 'refusal', p_call.credits, v_available, p_account.now);
    end if;
  elsif not claim_call(p_call.call, p_call.id, p_call.customer_id) then
    v_result.outcome := 'id-reused';
  elsif is_reported(p_account.used + p_call.credits, p_account.spending_limit) then
    perform report_use(p_call.customer_id, p_account.used, p_call.credits, p_account.spending_limit, p_account.now);
  end if;
  return v_result;
end
$$;

-- Claims an id for a customer's call. Returns false if another customer's call has it.
create function claim_call(p_call credit_call_name, p_id uuid, p_customer text) returns boolean
  language plpgsql
as $$
begin
  insert into credit_claims (kind, id, customer_id) values (p_call, p_id, p_customer) on conflict do nothing;
  return found;
end
$$;
