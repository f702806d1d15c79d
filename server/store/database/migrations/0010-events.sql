-- The newest event that was deleted. Readers who continue before it have missed events. Null: none was deleted.
alter table event_numbers add column deleted_id bigint;

-- A trigger, because processes of the previous release delete events, too.
create function keep_deleted_event() returns trigger
  language plpgsql
as $$
begin
  update event_numbers set deleted_id = greatest(deleted_id, (select max(event_id) from deleted));
  return null;
end
$$;
create trigger keep_deleted_event after delete on events
  referencing old table as deleted for each statement execute function keep_deleted_event();

-- After the trigger, which waits for deletions under way. So far, ids have no gaps.
update event_numbers set deleted_id = nullif(coalesce((select min(event_id) - 1 from events), last_id), 1000000000000000);

-- While statistics count few rows, PostgreSQL finds an id through any index that has its column, even by reading it whole. So this
-- index lacks event_id, and the next one is only for searches by time.
create index events_of_customer on events (customer_id);
drop index events_by_customer;
create index webhook_deliveries_by_time on webhook_deliveries (endpoint_id, next_attempt_at, event_id)
  where next_attempt_at is not null;
drop index webhook_deliveries_due;
