-- Returns an event as /v1 and webhooks send it: { id, timestamp, type, data }. A purchase's data is its row. data is null if the type is
-- unknown. Events of older releases lack newer fields.
create function describe_event(p_event events) returns json
  language sql stable
as $$
  select json_build_object(
    'id', p_event.event_id::text, 'timestamp', instant(p_event.occurred_at), 'type', p_event.type,
    'data', case
      when p_event.erased_at is not null then json_build_object('id', p_event.data -> 'id', 'erased', true)
      when p_event.type in ('purchase.completed', 'purchase.refund_requested', 'purchase.reversed', 'spending_limit.reached')
        then p_event.data::json
      when p_event.type in ('customer.created', 'balance.low', 'balance.exhausted') then to_json(jsonb_populate_record(
        null::merchant_customer, p_event.data
      ))
      when p_event.type = 'spend.returned' then to_json(jsonb_populate_record(null::merchant_spend, with_present_names(p_event.data)))
      when p_event.type = 'hold.expired' then to_json(jsonb_populate_record(null::merchant_hold, with_present_names(p_event.data)))
      when p_event.type = 'grant.created' then to_json(jsonb_populate_record(null::merchant_grant, p_event.data))
      when p_event.type = 'grant.expired' then to_json(
        to_jsonb(jsonb_populate_record(null::merchant_grant, with_present_names(p_event.data)))
          || jsonb_build_object('expired', p_event.data -> 'expired')
      )
      when p_event.type = 'top_up.paused' then to_json(jsonb_populate_record(
        null::merchant_top_up_pause,
        p_event.data || jsonb_build_object('paused_at', instant((p_event.data ->> 'paused_at')::timestamptz))
      ))
      when p_event.type in ('top_up.completed', 'top_up.failed') then to_json(jsonb_populate_record(
        null::merchant_top_up, '{"covers_required": true}' || p_event.data
      ))
    end
  )
$$;

-- Converts events of the previous release, which have other field names and times. They are at most 30 days old.
create function with_present_names(p_data jsonb) returns jsonb
  language sql stable
as $$
  select case when p_data ? 'customer_id' then p_data else p_data || jsonb_build_object(
    'customer_id', p_data -> 'customerId', 'created_at', instant((p_data ->> 'createdAt')::timestamptz),
    'expires_at', instant((p_data ->> 'expiresAt')::timestamptz)
  ) end
$$;

