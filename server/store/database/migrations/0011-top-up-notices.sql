-- What customers learn of their top-up: the last decline in a row, and the latest request.
alter table top_ups add column declined_attempt uuid;
create index top_up_requests_latest on top_up_requests (customer_id, made_at);
