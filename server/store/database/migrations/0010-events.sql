-- The newest event that was deleted. Readers who continue before it have missed events. Null: none was deleted.
alter table event_numbers add column deleted_id bigint;
-- So far, ids have no gaps.
update event_numbers set deleted_id = nullif(coalesce((select min(event_id) - 1 from events), last_id), 1000000000000000);
