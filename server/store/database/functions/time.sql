-- The clock for all decisions, shared by all processes.
create function store_now() returns timestamptz
  language sql volatile
as $$
  select clock_timestamp()
$$;

-- The start of a month in Chicago, where the app shows days.
create function chicago_month(p_at timestamptz) returns timestamptz
  language sql immutable
  return date_trunc('month', p_at at time zone 'America/Chicago') at time zone 'America/Chicago';

-- A time as /v1 and /api send it.
create function instant(p_at timestamptz) returns text
  language sql stable
  return to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
