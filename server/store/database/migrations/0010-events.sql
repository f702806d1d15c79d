-- The newest event that was deleted. Readers who continue before it have missed events. Null: none was deleted.
alter table event_numbers add column deleted_id bigint;
-- So far, ids have no gaps.
update event_numbers set deleted_id = nullif(coalesce((select min(event_id) - 1 from events), last_id), 1000000000000000);

-- A trigger, because processes of the previous release delete events, too.
create function keep_deleted_event() returns trigger
  language plpgsql
as $$
begin
  update event_numbers set deleted_id = greatest(deleted_id, newest.event_id)
  from (select max(event_id) as event_id from deleted) newest
  where newest.event_id is not null;
  return null;
end
$$;
create trigger keep_deleted_event after delete on events
  referencing old table as deleted for each statement execute function keep_deleted_event();
