-- Settles an attempt and books its reversals: the ledger entry, the balance, the counters and the answer change together. Repeating
-- a call changes nothing.
--
-- Completed: overrides every failure, because a charged card must never show as failed. p_reversals are those in the gateway's
-- records: [{ kind, reference, amount_cents, gateway_transaction_id }]. Each is booked once. Together they take back credits in
-- proportion to the refunded amount, rounded down; refunds beyond the amount take back nothing. The balance may become negative. An
-- earlier answer stays; a first answer after a full refund is p_refunded_code and p_refunded_detail.
--
-- Failed: settles an attempt only if it still has p_state and p_sent_at. p_code and p_detail are the error code and the text for
-- the customer. After p_look_again_ms the store reads the records once more; null: never.
--
-- p_is_decline: a bank declined the card. Counts as a decline unless the card turns out to have been charged.
--
-- p_retry: for an automatic attempt that failed (follow_top_up).
--
-- moved: this call settled the attempt or booked anything. status: the entry's, now. The answer is a refusal if refusal_detail is
-- not null, else the purchase; there is none while the status is pending.
create function settle_purchase(
  p_customer text,
  p_attempt uuid,
  p_status text,
  p_decided_by text,
  p_state text,
  p_sent_at timestamptz,
  p_gateway_transaction_id text,
  p_code text,
  p_detail text,
  p_look_again_ms bigint,
  p_reversals jsonb,
  p_refunded_code text,
  p_refunded_detail text,
  p_cause text,
  p_is_decline boolean,
  p_retry text default null,
  out moved boolean,
  out status text,
  out refunded_cents bigint,
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
  v_locked record;
  v_now timestamptz;
  v_attempt purchase_attempts;
  v_entry transactions;
  -- The entry as it is when each event happens.
  v_told transactions;
  v_balance bigint;
  v_completes boolean;
  v_reversal record;
  v_refunded bigint;
begin
  v_locked := lock_credits(p_customer);
  v_now := v_locked.now;
  v_balance := v_locked.balance;
  select * into strict v_attempt from purchase_attempts where customer_id = p_customer and attempt_id = p_attempt;
  select * into strict v_entry from transactions where customer_id = p_customer and position = v_attempt.position;
  transaction_id := v_entry.transaction_id;
  amount_cents := v_entry.amount_cents;
  credits_added := v_entry.credits + v_entry.bonus_credits;
  refusal_code := v_attempt.refusal_code;
  refusal_detail := v_attempt.refusal_detail;
  status := v_entry.status;
  refunded_cents := v_entry.refunded_cents;

  v_completes := p_status = 'completed' and v_entry.status in ('pending', 'failed');
  moved := v_completes or (
    p_status = 'failed' and v_attempt.state = p_state and v_attempt.sent_at = p_sent_at and v_entry.status = 'pending'
  );
  if moved then
    if v_completes then
      v_balance := book_movement(
        p_customer, v_entry.position, 'purchase', 'purchase', p_cause, p_gateway_transaction_id,
        v_entry.amount_cents, v_entry.credits, v_entry.bonus_credits, v_now
      );
    end if;
    status := p_status;
    refusal_code := p_code;
    refusal_detail := p_detail;
    v_entry.balance_after := v_balance;
    v_entry.gateway_transaction_id := coalesce(p_gateway_transaction_id, v_entry.gateway_transaction_id);
    v_entry.settled_at := v_now;
  end if;
  v_told := v_entry;
  if v_completes then
    v_told.status := 'completed';
    perform add_event(p_customer, 'purchase.completed', describe_purchase(v_told), v_now);
  end if;

  if status = 'completed' and p_status = 'completed' then
    for v_reversal in
      select * from jsonb_to_recordset(p_reversals)
        as reversals (kind text, reference text, amount_cents bigint, gateway_transaction_id text)
    loop
      continue when refunded_cents = v_entry.amount_cents or v_reversal.amount_cents <= 0 or exists (
        select from movements
        where customer_id = p_customer and position = v_entry.position and reference = v_reversal.reference
      );
      v_refunded := least(v_entry.amount_cents, refunded_cents + v_reversal.amount_cents);
      perform book_movement(
        p_customer, v_entry.position, v_reversal.kind, v_reversal.reference, p_cause, v_reversal.gateway_transaction_id,
        v_refunded - refunded_cents,
        share_of(v_entry.credits, v_refunded, v_entry.amount_cents)
          - share_of(v_entry.credits, refunded_cents, v_entry.amount_cents),
        share_of(v_entry.bonus_credits, v_refunded, v_entry.amount_cents)
          - share_of(v_entry.bonus_credits, refunded_cents, v_entry.amount_cents),
        v_now
      );
      refunded_cents := v_refunded;
      moved := true;
      v_told.refunded_cents := v_refunded;
      v_told.status := case v_refunded when v_entry.amount_cents then 'refunded' else 'completed' end;
      perform add_event(p_customer, 'purchase.reversed', describe_purchase(v_told), v_now);
      perform pause_top_up(p_customer, case v_reversal.kind when 'chargeback' then 'chargeback' else 'refunded' end, v_now);
    end loop;
    if refunded_cents > v_entry.refunded_cents then
      perform add_low_balance(p_customer, v_locked.balance - v_locked.held, balance - held, v_now, top_up_below)
      from accounts where customer_id = p_customer;
    end if;
    if refunded_cents > 0 and refunded_cents = v_entry.amount_cents then
      status := 'refunded';
      if v_completes then
        refusal_code := p_refunded_code;
        refusal_detail := p_refunded_detail;
      end if;
    end if;
  end if;
  if not moved then
    return;
  end if;

  update transactions set
    status = settle_purchase.status,
    refunded_cents = settle_purchase.refunded_cents,
    balance_after = v_entry.balance_after,
    gateway_transaction_id = v_entry.gateway_transaction_id,
    settled_at = v_entry.settled_at
  where customer_id = p_customer and position = v_entry.position;
  if status <> v_entry.status then
    update ledger_blocks set entries = entries - 1
    where customer_id = p_customer and status = v_entry.status and block = ledger_block_of(v_entry.position);
    insert into ledger_blocks as blocks (customer_id, status, block, entries)
    values (p_customer, settle_purchase.status, ledger_block_of(v_entry.position), 1)
    on conflict (customer_id, status, block) do update set entries = blocks.entries + 1;
  end if;
  if v_completes or p_status = 'failed' then
    update purchase_attempts set
      state = 'settled',
      decided_by = p_decided_by,
      refusal_code = settle_purchase.refusal_code,
      refusal_detail = settle_purchase.refusal_detail,
      check_at = v_now + p_look_again_ms * interval '1 ms',
      client_network = null,
      settled_at = v_now
    where customer_id = p_customer and attempt_id = p_attempt;
    if v_attempt.initiated_by = 'merchant' then
      v_told.status := p_status;
      perform follow_top_up(v_told, p_status, p_decided_by, p_code, p_detail, p_retry, v_now);
    end if;
    if v_completes then
      -- Only a failed attempt can have counted as a decline.
      if v_entry.status = 'failed' then
        delete from declines where customer_id = p_customer and attempt_id = p_attempt;
      end if;
    elsif p_is_decline then
      insert into declines (customer_id, attempt_id, network, declined_at)
      values (p_customer, p_attempt, v_attempt.client_network, v_now)
      on conflict do nothing;
    end if;
    -- The gateway has answered the question that an operator had to investigate.
    update open_cases set closed_at = v_now, closed_by = 'store', resolution = 'the gateway''s records: ' || status
    where kind in ('outcome-unknown', 'amount-mismatch') and reference = p_attempt::text and closed_at is null;
  end if;
end
$$;

-- A part's share of the credits, rounded down. The share of the full amount is all credits.
create function share_of(p_credits bigint, p_part_cents bigint, p_amount_cents bigint) returns bigint
  language sql immutable
  return trunc(p_credits::numeric * p_part_cents / p_amount_cents)::bigint;
