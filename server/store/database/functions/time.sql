-- Returns the current time by the database's clock, which all processes use for decisions.
create function store_now() returns timestamptz
  language sql volatile
as $$
  select clock_timestamp()
$$;

-- Returns the day of p_at in Chicago, the time zone of dates in the app.
create function chicago_day(p_at timestamptz) returns date
  language sql immutable
  return (p_at at time zone 'America/Chicago')::date;

-- Returns the start of p_at's month in Chicago.
create function chicago_month(p_at timestamptz) returns timestamptz
  language sql immutable
  return date_trunc('month', p_at at time zone 'America/Chicago') at time zone 'America/Chicago';

create function next_chicago_month(p_at timestamptz) returns timestamptz
  language sql immutable
  return (date_trunc('month', p_at at time zone 'America/Chicago') + interval '1 month') at time zone 'America/Chicago';

-- Formats a time as /v1 and /api send it.
create function instant(p_at timestamptz) returns text
  language sql stable
  return to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
