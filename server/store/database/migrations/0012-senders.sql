-- The process that last handed the sale of an attempt to the gateway, as its sessions say who they are (see presence.ts). Null:
-- nobody waits for the answer any more, or it is of a release that did not say.
alter table purchase_attempts add column sender int;
