-- Fails unless the database's disk has room for 16 MB, the size of a new WAL segment. Fills a temporary file, which writes no WAL.
create function probe_disk() returns bigint
  language plpgsql
  set work_mem = '64kB'
  set temp_tablespaces = ''
as $$
begin
  return (
    with filling as materialized (select repeat('x', 1024) from generate_series(1, 16384))
    select count(*) from filling
  );
end
$$;
