-- A trigger that names a table finds a temporary one first, so a role could make its own and act in a person's name.
create or replace function require_operator() returns trigger
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not has_any_column_privilege(session_user, format('%I.refund_requests', tg_table_schema), 'insert') then
    raise exception '% may not act in a person''s name', session_user using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
