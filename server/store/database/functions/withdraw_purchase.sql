-- Withdraws an attempt unless its sale may have reached the gateway. An unsent attempt is settled as failed.
--   withdrawn         it had not arrived, and will never be sent
--   opened            it had arrived; its state is in the books
--   unknown-customer, too-many: no change
-- p_code and p_detail are the failure's error code and text for the customer.
-- p_limit is a customer's maximum number of withdrawals per minute.
create function withdraw_purchase(
  p_customer text,
  p_attempt uuid,
  p_code text,
  p_detail text,
  p_limit bigint
) returns text
  language plpgsql
as $$
declare
  v_attempt purchase_attempts;
  v_now timestamptz := store_now();
begin
  perform from accounts where customer_id = p_customer for update;
  if not found then
    return 'unknown-customer';
  end if;

  select * into v_attempt from purchase_attempts where customer_id = p_customer and attempt_id = p_attempt;
  if found then
    if v_attempt.state = 'unsent' then
      perform settle_purchase(
        p_customer, p_attempt, 'failed', 'deadline', v_attempt.state, v_attempt.sent_at, null, p_code, p_detail, null,
        '[]', null, null, 'attempt', false
      );
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
