create function describe_purchase(p_entry transactions) returns jsonb
  language plpgsql
as $$
begin
  return to_jsonb(p_entry) || jsonb_build_object(
    'id', p_entry.transaction_id, 'failure_reason', null,
    'reversals', case when p_entry.refunded_cents > 0 then reversals_of(p_entry.customer_id, p_entry.position) end
  );
end
$$;

-- Returns a ledger entry's reversals, oldest first: [{ kind, at, cents, credits }].
create function reversals_of(p_customer text, p_position bigint) returns jsonb
  language plpgsql stable
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('kind', kind, 'at', created_at, 'cents', cents, 'credits', credits) order by movement)
    from (
      select movement, kind, created_at,
        coalesce(sum(amount) filter (where credit_account = 'gateway'), 0) as cents,
        coalesce(sum(amount) filter (where debit_account in ('credits', 'bonus')), 0) as credits
      from movements join postings using (customer_id, movement)
      where customer_id = p_customer and position = p_position and kind <> 'purchase'
      group by movement, kind, created_at
    ) reversed
  );
end
$$;
