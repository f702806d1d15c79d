-- Settles an attempt: the ledger entry, the balance, the counters and the answer change together, once. A repetition
-- changes nothing and gets the first answer; only an approval by the gateway outranks a failure that was decided by a
-- deadline, for a card that was charged is never shown as failed.
--
-- A refund outranks everything and is final. It takes back what the purchase brought, so that the balance stays the sum of
-- the completed entries. The balance may fall below zero, where refunded credits were spent already: the next purchase makes
-- up for them, and nothing is given away. An answer that told of the purchase stands; one that was never given tells of
-- the refund.
-- p_status is 'completed', 'failed' or 'refunded'; p_detail is the customer's text of a failure or a refund.
create or replace function settle_purchase(
  p_customer text,
  p_attempt uuid,
  p_status text,
  p_decided_by text,
  p_gateway_transaction_id text,
  p_detail text,
  p_now timestamptz
) returns table (answer_status int, answer jsonb, moved boolean)
  language plpgsql
as $$
declare
  v_attempt purchase_attempts;
  v_entry transactions;
  v_balance bigint;
begin
  perform from accounts where accounts.customer_id = p_customer for update;
  select * into strict v_attempt from purchase_attempts a where a.customer_id = p_customer and a.attempt_id = p_attempt;
  select * into strict v_entry from transactions t where t.customer_id = p_customer and t.position = v_attempt.position;

  if p_status = 'refunded' then
    moved := v_entry.status <> 'refunded';
  else
    moved := v_attempt.state <> 'settled'
      or (v_attempt.decided_by = 'deadline' and p_decided_by = 'gateway' and p_status = 'completed');
  end if;
  if not moved then
    return query select v_attempt.answer_status, v_attempt.answer, false;
    return;
  end if;

  if p_status = 'completed' then
    answer_status := 200;
    answer := jsonb_build_object(
      'transaction_id', v_entry.transaction_id,
      'credits_added', v_entry.credits + v_entry.bonus_credits,
      'amount_cents', v_entry.amount_cents
    );
    update accounts a set
      balance = a.balance + v_entry.credits + v_entry.bonus_credits,
      credits_purchased = a.credits_purchased + v_entry.credits + v_entry.bonus_credits,
      spent_cents = a.spent_cents + v_entry.amount_cents
    where a.customer_id = p_customer;
  else
    answer_status := 402;
    answer := jsonb_build_object('detail', p_detail);
  end if;

  if p_status = 'refunded' and v_entry.status = 'completed' then
    answer_status := v_attempt.answer_status;
    answer := v_attempt.answer;
    update accounts a set
      balance = a.balance - v_entry.credits - v_entry.bonus_credits,
      credits_purchased = a.credits_purchased - v_entry.credits - v_entry.bonus_credits,
      spent_cents = a.spent_cents - v_entry.amount_cents
    where a.customer_id = p_customer;
  end if;

  select a.balance into strict v_balance from accounts a where a.customer_id = p_customer;
  update transactions t set
    status = p_status,
    balance_after = v_balance,
    gateway_transaction_id = coalesce(p_gateway_transaction_id, t.gateway_transaction_id),
    settled_at = p_now
  where t.customer_id = p_customer and t.position = v_entry.position;
  perform count_entry(p_customer, v_entry.status, v_entry.position, -1);
  perform count_entry(p_customer, p_status, v_entry.position, 1);
  update purchase_attempts a set
    state = 'settled',
    decided_by = p_decided_by,
    answer_status = settle_purchase.answer_status,
    answer = settle_purchase.answer,
    settled_at = p_now
  where a.customer_id = p_customer and a.attempt_id = p_attempt;

  return query select settle_purchase.answer_status, settle_purchase.answer, true;
end
$$;
