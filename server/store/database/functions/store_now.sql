-- The time by which everything is decided, for all processes alike.
create function store_now() returns timestamptz
  language sql volatile
as $$
  select clock_timestamp()
$$;
