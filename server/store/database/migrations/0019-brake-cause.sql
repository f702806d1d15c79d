-- When the brake was last put on: the declines right before it are what it was put on for. Null: never, or by an earlier release.
alter table decline_brake add column put_on_at timestamptz;
