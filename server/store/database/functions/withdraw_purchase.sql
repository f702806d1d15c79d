-- Withdraws a purchase unless its sale may have reached the gateway (see withdrawal_outcome). Settles an unsent attempt as failed. p_code
-- and p_detail are the failure's error code and text for the customer.
-- p_limit is a customer's maximum number of withdrawals per minute.
create function withdraw_purchase(
  p_customer text,
  p_attempt uuid,
  p_code text,
  p_detail text,
  p_limit bigint
) returns withdrawal_outcome
  language plpgsql
as $$
declare
  v_attempt purchase_attempts;
  v_decision purchase_decision;
  v_now timestamptz := store_now();
begin
  perform from accounts where customer_id = p_customer for update;
  if not found then
    return 'unknown-customer';
  end if;

  select * into v_attempt from purchase_attempts
  where customer_id = p_customer and attempt_id = p_attempt and position is not null;
  if found then
    if v_attempt.state = 'unsent' then
      v_decision.customer_id := p_customer;
      v_decision.attempt_id := p_attempt;
      v_decision.status := 'failed';
      v_decision.decided_by := 'deadline';
      v_decision.cause := 'attempt';
      v_decision.state := v_attempt.state;
      v_decision.sent_at := v_attempt.sent_at;
      v_decision.refusal_code := p_code;
      v_decision.refusal_detail := p_detail;
      perform settle_purchase(v_decision);
    end if;
    return 'opened';
  end if;

  if exists (select from withdrawn_attempts where customer_id = p_customer and attempt_id = p_attempt) then
    return 'withdrawn';
  end if;
  if p_limit <= (
    select count(*) from withdrawn_attempts
    where customer_id = p_customer and created_at > v_now - interval '1 minute'
  ) then
    return 'too-many';
  end if;
  insert into withdrawn_attempts (customer_id, attempt_id, created_at) values (p_customer, p_attempt, v_now);
  return 'withdrawn';
end
$$;
