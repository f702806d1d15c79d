-- The clock for all decisions, shared by all processes.
create function store_now() returns timestamptz
  language sql volatile
as $$
  select clock_timestamp()
$$;
