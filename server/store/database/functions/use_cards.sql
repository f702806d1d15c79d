-- Returns why a purchase can't use a saved card, or null if it can.
--   unknown-card    the customer has no such card, or removed it
--   card-expired    the card's last day is over in every time zone
--   sign-in-needed  the device can use the card only within ten minutes of a sign-in
create function refuse_card(p_customer text, p_card uuid, p_signed_in_at timestamptz, p_device bytea, p_now timestamptz)
  returns text
  language plpgsql
as $$
declare
  v_card cards;
begin
  select * into v_card from cards where customer_id = p_customer and card_id = p_card and state = 'saved';
  return case
    when not found then 'unknown-card'
    when v_card.expires_on < (p_now at time zone 'UTC' - interval '12 hours')::date then 'card-expired'
    when is_recent_sign_in(p_signed_in_at, p_now) or p_device = any(v_card.devices) then null
    else 'sign-in-needed'
  end;
end
$$;

-- Returns the vault id of the card that pays or that the attempt saves. A device that pays with a saved card soon after a sign-in can use
-- that card later without a sign-in. A card remembers its latest 20 devices.
create function use_card(
  p_customer text,
  p_attempt uuid,
  p_card uuid,
  p_signed_in_at timestamptz,
  p_device bytea,
  p_now timestamptz
) returns text
  language plpgsql
as $$
declare
  v_vault_id text;
begin
  if p_card is null then
    select vault_id into strict v_vault_id from cards where customer_id = p_customer and attempt_id = p_attempt;
    return v_vault_id;
  end if;
  if is_recent_sign_in(p_signed_in_at, p_now) then
    update cards set devices = (array[p_device] || devices)[:20]
    where customer_id = p_customer and card_id = p_card and not p_device = any(devices);
  end if;
  select vault_id into strict v_vault_id from cards where customer_id = p_customer and card_id = p_card;
  return v_vault_id;
end
$$;

create function is_recent_sign_in(p_signed_in_at timestamptz, p_now timestamptz) returns boolean
  language sql immutable
  return p_signed_in_at is not null and p_signed_in_at > p_now - interval '10 minutes';
