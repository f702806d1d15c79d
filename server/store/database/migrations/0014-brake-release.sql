-- Since when declines count towards the brake: since an operator let it off, who has judged those before.
alter table decline_brake add column counts_from timestamptz not null default '-infinity';
