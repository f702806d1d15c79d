-- Settles an attempt: the ledger entry, the balance, the counters and the answer change together, once. A repetition
-- changes nothing and gets the first answer; only an approval by the gateway outranks a failure that was decided by a
-- deadline, for a card that was charged is never shown as failed.
--
-- A refund outranks everything and is final. It takes back what the purchase brought, so that the balance stays the sum
-- of the completed entries. The balance may fall below zero, where refunded credits were spent already: the next purchase
-- makes up for them, and nothing is given away. An answer that told of the purchase stands; one that was never given
-- tells of the refund.
-- p_status is 'completed', 'failed' or 'refunded'; p_code and p_detail are the error code and the customer's text of a
-- failure or a refund. The answer is a refusal where refusal_detail is not null, else the purchase.
create function settle_purchase(
  p_customer text,
  p_attempt uuid,
  p_status text,
  p_decided_by text,
  p_gateway_transaction_id text,
  p_code text,
  p_detail text,
  p_now timestamptz,
  out moved boolean,
  out transaction_id uuid,
  out amount_cents bigint,
  out credits_added bigint,
  out refusal_code text,
  out refusal_detail text
)
  language plpgsql
as $$
#variable_conflict use_column
declare
  v_attempt purchase_attempts;
  v_entry transactions;
  -- 1: the purchase brings its credits; -1: they are taken back.
  v_change bigint;
  v_balance bigint;
begin
  perform from accounts where customer_id = p_customer for update;
  select * into strict v_attempt from purchase_attempts where customer_id = p_customer and attempt_id = p_attempt;
  select * into strict v_entry from transactions where customer_id = p_customer and position = v_attempt.position;
  transaction_id := v_entry.transaction_id;
  amount_cents := v_entry.amount_cents;
  credits_added := v_entry.credits + v_entry.bonus_credits;
  refusal_code := v_attempt.refusal_code;
  refusal_detail := v_attempt.refusal_detail;

  moved := case p_status
    when 'refunded' then v_entry.status <> 'refunded'
    else v_attempt.state <> 'settled'
      or (v_attempt.decided_by = 'deadline' and p_decided_by = 'gateway' and p_status = 'completed')
  end;
  if not moved then
    return;
  end if;

  v_change := case
    when p_status = 'completed' then 1
    when p_status = 'refunded' and v_entry.status = 'completed' then -1
    else 0
  end;
  if v_change >= 0 then
    refusal_code := p_code;
    refusal_detail := p_detail;
  end if;

  update accounts set
    balance = balance + v_change * credits_added,
    credits_purchased = credits_purchased + v_change * credits_added,
    spent_cents = spent_cents + v_change * v_entry.amount_cents
  where customer_id = p_customer
  returning balance into v_balance;
  update transactions set
    status = p_status,
    balance_after = v_balance,
    gateway_transaction_id = coalesce(p_gateway_transaction_id, gateway_transaction_id),
    settled_at = p_now
  where customer_id = p_customer and position = v_entry.position;
  perform count_entry(p_customer, v_entry.status, v_entry.position, -1);
  perform count_entry(p_customer, p_status, v_entry.position, 1);
  update purchase_attempts set
    state = 'settled',
    decided_by = p_decided_by,
    refusal_code = settle_purchase.refusal_code,
    refusal_detail = settle_purchase.refusal_detail,
    settled_at = p_now
  where customer_id = p_customer and attempt_id = p_attempt;
end
$$;
