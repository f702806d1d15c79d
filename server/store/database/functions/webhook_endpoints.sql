-- Functions with which operators manage endpoints. Operators can't read secrets, and can't delete endpoints in any other way.

-- Enables an endpoint, and makes its waiting deliveries due now. Returns their number, or null if the endpoint doesn't exist.
create function enable_webhook_endpoint(p_endpoint uuid) returns bigint
  language plpgsql
as $$
declare
  v_waiting bigint;
begin
  update webhook_endpoints set disabled_at = null, disabled_because = null, failing_since = null
  where endpoint_id = p_endpoint;
  if not found then
    return null;
  end if;
  update webhook_deliveries set attempts = 0, failed_at = null, next_attempt_at = store_now()
  where endpoint_id = p_endpoint;
  get diagnostics v_waiting = row_count;
  return v_waiting;
end
$$;
comment on function enable_webhook_endpoint is 'null: there is no such endpoint';

-- Removes an endpoint and its waiting deliveries. Returns its URL, or null if the endpoint doesn't exist.
create function remove_webhook_endpoint(p_endpoint uuid) returns text
  language plpgsql
as $$
declare
  v_url text;
begin
  delete from webhook_endpoints where endpoint_id = p_endpoint returning url into v_url;
  return v_url;
end
$$;
comment on function remove_webhook_endpoint is 'null: there is no such endpoint';

-- Replaces an endpoint's secret. For p_overlap_ms, the old secret also signs events. Returns whether the endpoint exists.
create function rotate_webhook_secret(p_endpoint uuid, p_secret text, p_overlap_ms bigint) returns boolean
  language plpgsql
as $$
begin
  update webhook_endpoints
  set previous_secret = secret, previous_until = store_now() + p_overlap_ms * interval '1 millisecond', secret = p_secret
  where endpoint_id = p_endpoint;
  return found;
end
$$;

-- Makes an event due now, even if it was delivered before, at p_endpoint or (if null) at all active endpoints. Returns the active endpoints
-- that get the event.
create function send_event_again(p_event bigint, p_endpoint uuid) returns table (id uuid, url text)
  language plpgsql
as $$
begin
  return query
  with chosen as (
    select endpoints.endpoint_id, endpoints.url, endpoints.created_at from webhook_endpoints endpoints
    where endpoints.disabled_at is null and (p_endpoint is null or endpoints.endpoint_id = p_endpoint)
    for key share
  ),
  sent as (
    insert into webhook_deliveries (endpoint_id, event_id, next_attempt_at, queued_at)
    select chosen.endpoint_id, p_event, store_now(), store_now() from chosen
    on conflict (endpoint_id, event_id) do update
      set attempts = 0, failed_at = null, next_attempt_at = excluded.next_attempt_at
  )
  select chosen.endpoint_id, chosen.url from chosen order by chosen.created_at, chosen.endpoint_id;
end
$$;
comment on function send_event_again is 'id, url';
