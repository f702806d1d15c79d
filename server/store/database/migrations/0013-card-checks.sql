-- A card check saves a card without a purchase: an attempt without an entry in the ledger, because it charges nothing.
alter table purchase_attempts alter column position drop not null;

-- The card that the customer already had, if this one is the same.
alter table cards add column duplicate_of uuid;

-- Processes of the previous release take due attempts and cards, but can't look up card checks. Enough of these would stop all their
-- lookups, so they are due a thousand years (as hours) later, unless in flight. A trigger, because such processes remove cards, too.
create function hide_card_check() returns trigger
  language plpgsql
as $$
begin
  if tg_table_name = 'purchase_attempts' or exists (
    select from purchase_attempts where customer_id = new.customer_id and attempt_id = new.attempt_id and position is null
  ) then
    new.check_at := new.check_at + interval '8766000 hours';
  end if;
  return new;
end
$$;
create trigger hide_card_check before insert or update on purchase_attempts for each row
  when (new.position is null and new.check_at < '2900-01-01Z' and (new.state <> 'sending' or new.sender is null))
  execute function hide_card_check();
create trigger hide_card_check before insert or update on cards for each row
  when (new.check_at < '2900-01-01Z') execute function hide_card_check();
