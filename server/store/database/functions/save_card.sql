-- Makes a card in the gateway's vault visible after its sale completes. Returns false and keeps it hidden if the customer was erased since,
-- another process has saved it, or the customer already has the same card. Then the saved card stays, because a default, a top-up or a sale
-- in flight may use it. The device gets no right to use the saved card: another card can look the same.
create function save_card(p_customer text, p_card uuid, p_brand text, p_last4 text, p_expires_on date) returns boolean
  language plpgsql
as $$
declare
  v_card cards;
  v_same uuid;
begin
  -- Lock the account, so that two sales of the same card save it one after the other.
  perform from accounts where customer_id = p_customer for no key update;
  select cards.* into v_card from cards join customers using (customer_id)
  where customer_id = p_customer and card_id = p_card and state = 'saving'
    and (customers.erased_at is null or customers.erased_at < cards.created_at);
  if not found then
    return false;
  end if;
  -- Ignore cards with news from the bank, which may be about an earlier card with this number.
  select card_id into v_same from cards
  where customer_id = p_customer and state = 'saved' and notice is null
    and brand is not distinct from p_brand and last4 = p_last4 and expires_on = p_expires_on
  limit 1;
  if found then
    update cards set duplicate_of = v_same where customer_id = p_customer and card_id = p_card;
    return false;
  end if;
  update cards set
    state = 'saved', brand = p_brand, last4 = p_last4, expires_on = p_expires_on, check_at = null,
    -- The customer may have removed the same card since.
    duplicate_of = null,
    -- A card check has set it.
    initial_transaction_id = coalesce(initial_transaction_id, (
      select gateway_transaction_id from purchase_attempts join transactions using (customer_id, position)
      where customer_id = p_customer and attempt_id = v_card.attempt_id
    ))
  where customer_id = p_customer and card_id = p_card;
  return true;
end
$$;
