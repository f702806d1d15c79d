-- Makes a card in the gateway's vault visible after its sale completes. Returns false and keeps it hidden if the customer was erased since,
-- another process has saved it, or the customer already has the same card. Then the saved card stays, because a default, a top-up or a sale
-- in flight may use it. The device gets no right to use the saved card: another card can look the same.
create function save_card(p_customer text, p_card uuid, p_brand text, p_last4 text, p_expires_on date) returns boolean
  language plpgsql
as $$
declare
  v_card cards;
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
  perform from cards
  where customer_id = p_customer and state = 'saved' and notice is null
    and brand is not distinct from p_brand and last4 = p_last4 and expires_on = p_expires_on;
  if found then
    return false;
  end if;
  update cards set
    state = 'saved', brand = p_brand, last4 = p_last4, expires_on = p_expires_on, check_at = null,
    initial_transaction_id = entries.gateway_transaction_id
  from purchase_attempts attempts join transactions entries using (customer_id, position)
  where cards.customer_id = p_customer and cards.card_id = p_card
    and attempts.customer_id = p_customer and attempts.attempt_id = v_card.attempt_id;
  return true;
end
$$;
