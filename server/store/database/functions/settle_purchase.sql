-- Settles attempts and books their reversals (see purchase_decision). The ledger entry, balance, counters and response change together.
-- Repeating a call changes nothing.
create function settle_purchases(p_decisions purchase_decision[]) returns setof purchase_settlement
  language plpgsql
as $$
declare
  v_settlements purchase_settlement[];
begin
  if cardinality(p_decisions) > 1 then
    v_settlements := settle_together(p_decisions);
  end if;
  for v_place in 1 .. cardinality(p_decisions)
  loop
    return next case
      when v_settlements[v_place].moved then v_settlements[v_place]
      else settle_purchase(p_decisions[v_place])
    end;
  end loop;
end
$$;

create function settle_purchase(p_decision purchase_decision) returns purchase_settlement
  language plpgsql
as $$
declare
  v_customer text := p_decision.customer_id;
  v_settlement purchase_settlement;
  v_account locked_account;
  v_attempt purchase_attempts;
  v_entry transactions;
  v_former transactions;
  v_status text := p_decision.status;
  v_available bigint;
  v_completes boolean;
  v_reversal purchase_movement;
begin
  v_account := lock_credits(v_customer);
  select * into strict v_attempt from purchase_attempts where customer_id = v_customer and attempt_id = p_decision.attempt_id;
  v_entry := entry_of(v_attempt);
  v_former := v_entry;
  v_settlement.transaction_id := v_entry.transaction_id;
  v_settlement.amount_cents := v_entry.amount_cents;
  v_settlement.credits_added := v_entry.credits + v_entry.bonus_credits;
  v_settlement.refusal_code := v_attempt.refusal_code;
  v_settlement.refusal_detail := v_attempt.refusal_detail;

  v_completes := v_status = 'completed' and v_entry.status in ('pending', 'failed');
  v_settlement.moved := v_completes or (
    v_status = 'failed' and v_attempt.state = p_decision.state and v_attempt.sent_at = p_decision.sent_at
    and v_entry.status = 'pending'
  );
  if v_settlement.moved then
    v_entry.status := v_status;
    v_entry.balance_after := v_account.balance;
    v_entry.gateway_transaction_id := coalesce(p_decision.gateway_transaction_id, v_entry.gateway_transaction_id);
    v_entry.settled_at := v_account.now;
    v_settlement.refusal_code := p_decision.refusal_code;
    v_settlement.refusal_detail := p_decision.refusal_detail;
  end if;
  if v_completes and v_attempt.position is null then
    update cards set initial_transaction_id = p_decision.gateway_transaction_id
    where customer_id = v_customer and attempt_id = p_decision.attempt_id and state = 'saving';
  elsif v_completes then
    v_entry.balance_after := book_movement(
      v_entry, row('purchase', 'purchase', v_entry.amount_cents, p_decision.gateway_transaction_id)::purchase_movement,
      v_entry.credits, v_entry.bonus_credits, p_decision.cause, v_account.now
    );
    perform add_event(v_customer, 'purchase.completed', describe_purchase(v_entry), v_account.now);
    perform add_mail(
      v_customer, case v_attempt.initiated_by when 'merchant' then 'top-up-receipt' else 'receipt' end,
      v_entry.transaction_id::text, describe_purchase(v_entry), v_account.now
    );
  end if;

  if v_status = 'completed' and v_entry.status = 'completed' then
    foreach v_reversal in array p_decision.reversals
    loop
      continue when v_entry.refunded_cents = v_entry.amount_cents or v_reversal.amount_cents <= 0 or exists (
        select from movements
        where customer_id = v_customer and position = v_entry.position and reference = v_reversal.reference
      );
      -- Credits that were held for this refund were still available before it.
      v_available := coalesce(v_available, v_account.balance - v_account.held + (
        select coalesce(sum(credits), 0) from holds join refund_requests using (customer_id, refund_id)
        where customer_id = v_customer and attempt_id = p_decision.attempt_id and holds.state = 'open'
      ));
      v_entry.refunded_cents := refund_purchase(v_entry, v_reversal, p_decision.cause, v_account.now);
      v_entry.status := case v_entry.refunded_cents when v_entry.amount_cents then 'refunded' else 'completed' end;
      v_settlement.moved := true;
      perform add_event(v_customer, 'purchase.reversed', describe_purchase(v_entry), v_account.now);
      perform pause_top_up(
        v_customer, case v_reversal.kind when 'chargeback' then 'chargeback' else 'refunded' end, v_account.now, false
      );
      perform add_mail(
        v_customer, 'refund', v_entry.transaction_id || ' ' || v_reversal.reference,
        describe_purchase(v_entry) || jsonb_build_object(
          'reversal', reversals_of(v_customer, v_entry.position) -> -1,
          'is_top_up_paused', exists (select from top_ups where customer_id = v_customer and state = 'paused')
        ),
        v_account.now
      );
    end loop;
    if v_entry.refunded_cents > v_former.refunded_cents then
      perform add_low_balance(v_customer, v_available, balance - held, top_up_below, v_account.now)
      from accounts where customer_id = v_customer;
    end if;
    if v_entry.status = 'refunded' and v_completes then
      v_settlement.refusal_code := p_decision.refunded_code;
      v_settlement.refusal_detail := p_decision.refunded_detail;
    end if;
  end if;
  v_settlement.status := v_entry.status;
  v_settlement.refunded_cents := v_entry.refunded_cents;
  if not v_settlement.moved then
    return v_settlement;
  end if;

  update transactions set
    status = v_entry.status,
    refunded_cents = v_entry.refunded_cents,
    balance_after = v_entry.balance_after,
    gateway_transaction_id = v_entry.gateway_transaction_id,
    settled_at = v_entry.settled_at
  where customer_id = v_customer and position = v_entry.position;
  if v_entry.status <> v_former.status and v_attempt.position is not null then
    update ledger_blocks set entries = entries - 1
    where customer_id = v_customer and status = v_former.status and block = ledger_block_of(v_entry.position);
    perform count_entry(v_customer, v_entry.status, v_entry.position);
  end if;
  if v_completes or v_status = 'failed' then
    update purchase_attempts set
      state = 'settled',
      decided_by = p_decision.decided_by,
      refusal_code = v_settlement.refusal_code,
      refusal_detail = v_settlement.refusal_detail,
      check_at = v_account.now + p_decision.look_again_ms * interval '1 ms',
      client_network = null,
      settled_at = v_account.now
    where customer_id = v_customer and attempt_id = p_decision.attempt_id;
    if v_attempt.initiated_by = 'merchant' then
      perform follow_top_up(v_entry, p_decision, v_account.now);
    end if;
    if v_completes then
      -- Only a failed attempt can have counted as a decline.
      if v_former.status = 'failed' then
        delete from declines where customer_id = v_customer and attempt_id = p_decision.attempt_id;
      end if;
    elsif p_decision.is_decline then
      insert into declines (customer_id, attempt_id, network, declined_at)
      values (v_customer, p_decision.attempt_id, v_attempt.client_network, v_account.now)
      on conflict do nothing;
    end if;
    -- The outcome is now known, so no operator needs to investigate it.
    update open_cases set
      closed_at = v_account.now, closed_by = 'store', resolution = 'the gateway''s records: ' || v_entry.status
    where kind in ('outcome-unknown', 'amount-mismatch') and reference = p_decision.attempt_id::text and closed_at is null;
  end if;
  return v_settlement;
end
$$;
