-- Books a purchase or its reversal: adds the movement and its postings, and updates the account's sums and grants. The caller calls
-- lock_credits first. Returns the new balance.
create function book_movement(
  p_entry transactions,
  p_movement purchase_movement,
  p_credits bigint,
  p_bonus_credits bigint,
  p_cause text,
  p_now timestamptz
) returns bigint
  language plpgsql
as $$
declare
  v_is_purchase boolean := p_movement.kind = 'purchase';
  v_sign bigint := case when v_is_purchase then 1 else -1 end;
  v_change bigint := v_sign * (p_credits + p_bonus_credits);
  v_account accounts;
begin
  update accounts set
    balance = balance + v_change,
    credits_purchased = credits_purchased + v_change,
    spent_cents = spent_cents + v_sign * p_movement.amount_cents,
    movements = movements + 1,
    granted_movement = movements + 1
  where customer_id = p_entry.customer_id
  returning * into strict v_account;

  insert into movements (
    customer_id, movement, position, kind, reference, cause, gateway_transaction_id, balance_after, created_at
  ) values (
    p_entry.customer_id, v_account.movements, p_entry.position, p_movement.kind, p_movement.reference, p_cause,
    p_movement.gateway_transaction_id, v_account.balance, p_now
  );
  insert into postings (customer_id, movement, debit_account, credit_account, amount)
  select
    p_entry.customer_id,
    v_account.movements,
    case when v_is_purchase then taken_from else given_to end,
    case when v_is_purchase then given_to else taken_from end,
    amount
  from (
    values
      (
        'gateway', case p_movement.kind when 'purchase' then 'sales' when 'chargeback' then 'chargebacks' else 'refunds' end,
        p_movement.amount_cents
      ),
      ('credits_sold', 'credits', p_credits),
      ('promotions', 'bonus', p_bonus_credits)
  ) posted (taken_from, given_to, amount)
  where amount > 0;

  perform book_grants(
    p_entry.customer_id, v_account.movements, p_movement.kind, p_entry.position, v_sign * p_credits, v_sign * p_bonus_credits,
    v_account.balance - v_change, p_now
  );
  return v_account.balance;
end
$$;
