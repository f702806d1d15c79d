-- Books a change of credits without money: the movement and the stored sums. The caller locks the account, and writes the
-- postings and allocations. A reference that ends with a slash gets the movement's number. p_cause is 'api <prefix of the key>' or
-- the movement's. movement, balance and held are the account's then.
create function book_credits(
  p_customer text,
  p_kind text,
  p_reference text,
  p_cause text,
  p_change bigint,
  p_held_change bigint,
  p_now timestamptz,
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
end
$$;

-- Posts credits between the customer's accounts and another one. Bought and adjusted credits are in the account credits, others
-- in bonus. A negative amount goes to the customer's.
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
