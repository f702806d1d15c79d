-- Settles plain decisions, and writes each table once. Returns a settlement for each decision, or null for one that settle_purchase must
-- make. Settles all of a customer's decisions or none. A decision is plain if it completes a pending purchase that the customer initiated,
-- without a reversal, and the balance is not negative. Fails if two decisions are about one attempt, or another session is changing an
-- attempt or its entry. Then, settle them one by one.
create function settle_together(p_decisions purchase_decision[]) returns purchase_settlement[]
  language plpgsql
  -- As in open_together.
  set enable_seqscan = off
  set jit = off
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_customers text[] := array(select distinct customer_id from unnest(p_decisions));
  v_now timestamptz;
  v_settlements purchase_settlement[];
  v_overtaken bigint;
begin
  perform from accounts where customer_id = any (v_customers) order by customer_id collate "C" for no key update;
  perform lock_credits(customer_id) from accounts
  where customer_id = any (v_customers) and (granted_movement < movements or credits_due_at <= store_now());
  v_now := store_now();

  with decided as materialized (
    select
      decisions.*, accounts.*, entries.*,
      bool_and(coalesce(decisions.status = 'completed' and reversals = '{}' and balance >= 0 and entries.place is not null, false))
        over (partition by customer_id) as is_plain
    from unnest(p_decisions) with ordinality decisions
    -- Find each row with `limit`. Otherwise, stale statistics could join the whole table with the array.
    left join lateral (
      select ctid as account, balance, movements from accounts where customer_id = decisions.customer_id limit 1
    ) accounts on true
    left join lateral (
      select
        attempts.ctid as attempt, entries.ctid as place, position, transaction_id, amount_cents, credits, bonus_credits,
        v_now + credits_expire_days * interval '24 hours' as credits_expire_at,
        v_now + bonus_expire_days * interval '24 hours' as bonus_expire_at
      from purchase_attempts attempts join transactions entries using (customer_id, position)
      where attempts.customer_id = decisions.customer_id and attempts.attempt_id = decisions.attempt_id
        and entries.status = 'pending' and initiated_by = 'customer'
      limit 1
    ) entries on true
  ),
  plain as materialized (
    select
      decided.*, movements + row_number() over past as movement,
      balance + sum(credits + bonus_credits) over past as balance_after
    from decided where is_plain
    window past as (partition by customer_id order by ordinality)
  ),
  moved as (
    insert into movements (
      customer_id, movement, position, kind, reference, cause, gateway_transaction_id, balance_after, created_at
    )
    select customer_id, movement, position, 'purchase', 'purchase', cause, gateway_transaction_id, balance_after, v_now from plain
  ),
  posted as (
    insert into postings (customer_id, movement, debit_account, credit_account, amount)
    select customer_id, movement, taken_from, given_to, amount
    from plain cross join lateral (
      values
        ('gateway', 'sales', amount_cents), ('credits_sold', 'credits', credits), ('promotions', 'bonus', bonus_credits)
    ) posted (taken_from, given_to, amount)
    where amount > 0
  ),
  parts as materialized (
    select
      customer_id, grant_of_entry(customer_id, position, parts.kind) as grant_id, parts.kind, position, movement, parts.credits,
      expires_at
    from plain cross join lateral (
      values ('bonus', bonus_credits, bonus_expire_at), ('purchase', credits, credits_expire_at)
    ) parts (kind, credits, expires_at)
    where parts.credits > 0
  ),
  granted as (
    insert into credit_grants (
      customer_id, grant_id, kind, position, movement, credits, remaining, priority, expires_at, created_at, is_open
    )
    select customer_id, grant_id, kind, position, movement, credits, credits, 100, expires_at, v_now, true from parts
  ),
  allocated as (
    insert into grant_allocations (customer_id, movement, grant_id, credits)
    select customer_id, movement, grant_id, credits from parts
  ),
  booked as (
    update accounts set
      balance = sums.balance,
      movements = sums.movements,
      granted_movement = sums.movements,
      credits_purchased = credits_purchased + sums.credits,
      spent_cents = spent_cents + sums.cents,
      credits_due_at = least(credits_due_at, sums.due_at)
    from (
      select
        account, max(balance_after)::bigint as balance, max(movement) as movements,
        sum(credits + bonus_credits)::bigint as credits, sum(amount_cents)::bigint as cents,
        least(min(credits_expire_at), min(bonus_expire_at) filter (where bonus_credits > 0)) as due_at
      from plain group by account
    ) sums
    where accounts.ctid = sums.account
  ),
  entered as (
    update transactions set
      status = 'completed',
      balance_after = plain.balance_after,
      gateway_transaction_id = coalesce(plain.gateway_transaction_id, transactions.gateway_transaction_id),
      settled_at = v_now
    from plain where transactions.ctid = plain.place
    returning transactions.customer_id, transactions.transaction_id, ordinality, describe_purchase(transactions) as data
  ),
  told as (
    insert into event_outbox (customer_id, type, data, occurred_at)
    select customer_id, 'purchase.completed', data, v_now from entered order by ordinality
  ),
  -- As add_mail does.
  receipts as (
    insert into mails (customer_id, kind, cause, data, created_at, next_attempt_at)
    select customer_id, 'receipt', transaction_id::text, data, v_now, v_now + interval '5 s' from entered, event_settings
    where sends_mail
    on conflict do nothing
  ),
  blocks as materialized (
    select customer_id, ledger_block_of(position) as block, count(*) as entries from plain
    group by customer_id, ledger_block_of(position)
  ),
  no_longer as (
    update ledger_blocks set entries = ledger_blocks.entries - found.entries
    from (
      select pending.ctid, blocks.entries
      from blocks cross join lateral (
        select ctid from ledger_blocks
        where customer_id = blocks.customer_id and status = 'pending' and block = blocks.block limit 1
      ) pending
    ) found
    where ledger_blocks.ctid = found.ctid
  ),
  now_completed as (
    insert into ledger_blocks as kept (customer_id, status, block, entries)
    select customer_id, 'completed', block, entries from blocks
    on conflict (customer_id, status, block) do update set entries = kept.entries + excluded.entries
  ),
  settled as (
    update purchase_attempts set
      state = 'settled',
      decided_by = plain.decided_by,
      refusal_code = plain.refusal_code,
      refusal_detail = plain.refusal_detail,
      check_at = v_now + look_again_ms * interval '1 ms',
      client_network = null,
      settled_at = v_now
    from plain where purchase_attempts.ctid = plain.attempt
    returning purchase_attempts.attempt_id
  ),
  closed as (
    update open_cases set closed_at = v_now, closed_by = 'store', resolution = 'the gateway''s records: completed'
    from (
      select cases.ctid
      from plain cross join (values ('outcome-unknown'), ('amount-mismatch')) kinds (kind)
      cross join lateral (
        select ctid from open_cases
        where open_cases.kind = kinds.kind and reference = plain.attempt_id::text and closed_at is null limit 1
      ) cases
    ) found
    where open_cases.ctid = found.ctid
  )
  select
    array_agg(case when is_plain then row(
      true, 'completed', 0, transaction_id, amount_cents, credits + bonus_credits, refusal_code, refusal_detail
    )::purchase_settlement end order by ordinality),
    2 * (select count(*) from plain) - (select count(*) from settled) - (select count(*) from entered)
  into v_settlements, v_overtaken
  from decided;
  if v_overtaken > 0 then
    raise exception 'another session has changed an attempt or entry of the batch';
  end if;
  return v_settlements;
end
$$;
