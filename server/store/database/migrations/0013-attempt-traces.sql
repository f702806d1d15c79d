-- The W3C traceparent of the request that left the attempt without an outcome, where that was traced: what finds it out later
-- is linked to it.
alter table purchase_attempts add column trace_parent text;
