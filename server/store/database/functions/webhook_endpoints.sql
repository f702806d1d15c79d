-- What operators do to an endpoint. They may read no secret, and delete nothing in other ways.

-- Sends to an endpoint again, beginning with what waits for it. Returns how many events wait; null if there is no such endpoint.
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

-- Removes an endpoint with what waits for it. Returns its URL; null if there is no such endpoint.
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

-- Gives an endpoint a new secret. The old one also signs for p_overlap_ms. Returns whether there is such an endpoint.
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

-- Makes an event due now, whether it arrived before or not: at an endpoint, or everywhere if p_endpoint is null. Returns the active
-- endpoints that get it.
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
