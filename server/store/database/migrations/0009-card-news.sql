-- The account updater's latest news about a card: its date, and when it arrived. Older news that arrives later changes no notice.
alter table cards
  add column told_on date,
  add column told_at timestamptz,
  add check ((told_on is null) = (told_at is null));
