-- Books a change of credits that moves no money: adds the movement and updates the account's sums. The caller locks the account, and adds
-- postings and allocations. If p_reference ends with a slash, appends the movement's number. p_cause is 'api <key prefix>' or the
-- movement's cause. p_used_change has no effect without a spending limit. Returns the new movement's number, the balance and the held
-- credits.
create function book_credits(
  p_customer text,
  p_kind text,
  p_reference text,
  p_cause text,
  p_change bigint,
  p_held_change bigint,
  p_now timestamptz,
  p_used_change bigint default 0,
  out movement bigint,
  out balance bigint,
  out held bigint
)
  language plpgsql
as $$
#variable_conflict use_column
begin
  update accounts set
    balance = balance + p_change,
    held = held + p_held_change,
    used = used + p_used_change,
    movements = movements + 1,
    granted_movement = movements + 1
  where customer_id = p_customer
  returning movements, balance, held into strict book_credits.movement, book_credits.balance, book_credits.held;
  insert into movements (customer_id, movement, kind, reference, cause, key_prefix, balance_after, created_at)
  values (
    p_customer, book_credits.movement, p_kind,
    case when p_reference like '%/' then p_reference || book_credits.movement else p_reference end,
    case when p_cause like 'api %' then 'api' else p_cause end, case when p_cause like 'api %' then substr(p_cause, 5) end,
    book_credits.balance, p_now
  );
  if book_credits.movement % 256 = 0 then
    insert into usage_queue (customer_id) values (p_customer) on conflict do nothing;
  end if;
end
$$;

-- Posts credits from a customer's accounts to p_account. The account 'credits' has bought and adjusted credits; 'bonus' has all others.
-- Negative amounts go from p_account to the customer.
create function post_credits(
  p_customer text,
  p_movement bigint,
  p_account text,
  p_credits bigint,
  p_bonus_credits bigint
) returns void
  language plpgsql
as $$
begin
  insert into postings (customer_id, movement, debit_account, credit_account, amount)
  select
    p_customer, p_movement,
    case when amount > 0 then own else p_account end,
    case when amount > 0 then p_account else own end,
    abs(amount)
  from (values ('credits', p_credits), ('bonus', p_bonus_credits)) posted (own, amount)
  where amount <> 0;
end
$$;
