-- Records the outcome of an attempt to deliver an event: 'delivered', 'failed' or 'gone'. Gives up an event, or disables an endpoint,
-- p_patience_ms after its first failure.
-- Disables sequential scans, because statistics may be outdated (see publish_events).
create function book_delivery(
  p_endpoint uuid,
  p_event bigint,
  p_attempts integer,
  p_outcome text,
  p_retry_ms bigint,
  p_patience_ms bigint
) returns delivery_consequence
  language plpgsql
  set enable_seqscan = off
as $$
declare
  v_now timestamptz := store_now();
  v_patience interval := p_patience_ms * interval '1 millisecond';
  v_endpoint webhook_endpoints;
  v_failed_at timestamptz;
begin
  -- Lock the endpoint before its delivery, as remove_webhook_endpoint does, to prevent deadlocks.
  select * into v_endpoint from webhook_endpoints where endpoint_id = p_endpoint for no key update;
  if p_outcome = 'delivered' then
    update webhook_endpoints
    set delivered_event = greatest(delivered_event, p_event), delivered_at = v_now, failing_since = null
    where endpoint_id = p_endpoint;
    delete from webhook_deliveries where endpoint_id = p_endpoint and event_id = p_event;
    return 'delivered';
  end if;
  if v_endpoint.failing_since is null then
    update webhook_endpoints set failing_since = v_now where endpoint_id = p_endpoint;
  end if;
  update webhook_deliveries
  set failed_at = coalesce(failed_at, v_now),
    next_attempt_at = least(
      v_now + p_retry_ms * interval '1 millisecond',
      greatest(v_now, coalesce(failed_at, v_now) + v_patience)
    )
  where endpoint_id = p_endpoint and event_id = p_event and attempts = p_attempts
  returning failed_at into v_failed_at;
  if v_endpoint.disabled_at is not null then
    return 'retried';
  end if;
  if p_outcome = 'gone' or v_endpoint.failing_since <= v_now - v_patience then
    update webhook_endpoints
    set disabled_at = v_now, disabled_because = case p_outcome when 'gone' then 'gone' else 'failing' end
    where endpoint_id = p_endpoint;
    return 'disabled';
  end if;
  if v_failed_at <= v_now - v_patience then
    delete from webhook_deliveries where endpoint_id = p_endpoint and event_id = p_event;
    return 'given-up';
  end if;
  return 'retried';
end
$$;
