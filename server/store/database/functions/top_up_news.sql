-- Returns the TopUpNews that a customer sees next to their balance. p_delays lists the reasons for delays that they see.
create function top_up_news(p_customer text, p_delays text[]) returns jsonb
  language plpgsql stable
as $$
begin
  return (
    select jsonb_build_object('state', top_ups.state, 'paused_reason', top_ups.paused_reason, 'last_charge', (
      select jsonb_build_object(
        'transaction_id', transaction_id, 'date', instant(created_at), 'amount_cents', amount_cents, 'credits', credits + bonus_credits,
        'card', case when card_last4 is not null then jsonb_build_object('brand', card_brand, 'last4', card_last4) end
      )
      from (
        select entries.* from purchase_attempts attempts join transactions entries using (customer_id, position)
        where customer_id = p_customer and initiated_by = 'merchant' and status in ('completed', 'refunded')
        order by attempts.sent_at desc limit 1
      ) latest
      where status = 'completed'
    )) || top_up_notices(p_customer, p_delays)
    from top_ups where top_ups.customer_id = p_customer
  );
end
$$;

-- Returns the notices of a TopUpNews, or null if the customer has no top-up settings.
create function top_up_notices(p_customer text, p_delays text[]) returns jsonb
  language plpgsql stable
as $$
begin
  return (
    select jsonb_build_object(
      'declined', (
        select jsonb_build_object(
          'date', instant(attempts.settled_at), 'amount_cents', amount_cents, 'reason', refusal_detail,
          'next_try', instant(waiting.try_at)
        )
        from purchase_attempts attempts join transactions using (customer_id, position)
        where customer_id = p_customer and attempt_id = top_ups.declined_attempt
      ),
      'delayed', case
        when waiting.reason = any (p_delays) and waiting.try_at > store_now()
          -- Hide short delays: an outcome is usually known within seconds.
          and (waiting.reason <> 'outcome-unknown' or waiting.try_at > store_now() + interval '10 s')
        then jsonb_build_object('reason', waiting.reason, 'until', instant(waiting.try_at))
      end,
      'shortfall', (
        select jsonb_build_object('date', instant(made_at), 'required_credits', required_credits, 'package_credits', package_credits)
        from (
          select * from top_up_requests where customer_id = p_customer order by made_at desc, ended_at is null desc limit 1
        ) latest
        where top_ups.state <> 'off' and made_at >= top_ups.consented_at
          and required_credits > greatest(available_credits + package_credits, balance - held)
      )
    )
    from accounts
    join top_ups using (customer_id)
    join lateral (
      select credits + bonus_credits as package_credits from product_versions
      where product_id = top_ups.product_id and version = top_ups.product_version
    ) package on true
    left join top_up_requests waiting on waiting.customer_id = top_ups.customer_id and waiting.state = 'open'
      and top_ups.state = 'on' and balance - held < greatest(top_ups.threshold_credits, waiting.required_credits)
    where accounts.customer_id = p_customer
  );
end
$$;
