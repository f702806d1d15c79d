-- The role that was connected, next to the name that the operator gave. Null in entries that are older than this column.
alter table operator_actions add column database_user text;
alter table operator_actions alter column database_user set default session_user;

-- Only a role that may ask for refunds acts in a person's name. The store's own may not.
create function require_operator() returns trigger
  language plpgsql
as $$
begin
  if not has_any_column_privilege(session_user, 'refund_requests', 'insert') then
    raise exception '% may not act in a person''s name', session_user using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger named_by_operators before insert on movements
  for each row when (new.cause like 'person %') execute function require_operator();
create trigger named_by_operators before insert or update of closed_by on open_cases
  for each row when (new.closed_by <> 'store') execute function require_operator();
