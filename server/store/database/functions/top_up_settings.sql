-- Saves a customer's settings and consent, and turns top-up on. Never requests a charge, and drops a waiting request. Changes nothing if
-- the customer has already agreed to exactly these settings.
-- 'card-refused' means that there is news from the bank about the card.
-- Turning top-up on, raising a limit, or changing the card or package needs a sign-in within ten minutes (p_signed_in_at). p_expected_cents
-- is the price that the customer saw; null accepts any price. p_words is the version of the consent text.
create function save_top_up(
  p_customer text,
  p_threshold bigint,
  p_product text,
  p_expected_cents bigint,
  p_card uuid,
  p_monthly_limit bigint,
  p_words text,
  p_signed_in_at timestamptz
) returns top_up_saving
  language plpgsql
as $$
declare
  v_now timestamptz;
  v_former top_ups;
  v_agreed product_versions;
  v_product product_versions;
  v_refusal text;
begin
  perform from accounts where customer_id = p_customer for no key update;
  if not found then
    return 'unknown-customer';
  end if;
  v_now := store_now();
  select * into v_former from top_ups where customer_id = p_customer;
  select * into v_agreed from product_versions where product_id = v_former.product_id and version = v_former.product_version;
  select * into v_product from product_versions where product_id = p_product order by version desc limit 1;
  v_refusal := case
    when exists (select from customers where customer_id = p_customer and blocked_at is not null) then 'blocked'
    when v_product.on_sale is not true then 'unknown-product'
    when p_expected_cents <> v_product.price_cents then 'price-changed'
    when p_monthly_limit < v_product.price_cents then 'limit-below-price'
    when p_threshold >= v_product.credits + v_product.bonus_credits then 'threshold-too-high'
    else coalesce(
      refuse_card(p_customer, p_card, v_now, null, v_now),
      (select 'card-refused' from cards where customer_id = p_customer and card_id = p_card and notice is not null)
    )
  end;
  if v_refusal is null and not is_recent_sign_in(p_signed_in_at, v_now) and (
    v_former.state is distinct from 'on' or v_former.card_id <> p_card
    or v_former.threshold_credits < p_threshold or v_former.monthly_limit_cents < p_monthly_limit
    or v_former.product_id <> p_product or terms_of(v_agreed) is distinct from terms_of(v_product)
  ) then
    v_refusal := 'sign-in-needed';
  end if;
  if v_refusal is not null then
    return v_refusal;
  end if;
  if (v_former.state, v_former.threshold_credits, v_former.product_id, v_former.product_version) =
      ('on', p_threshold, p_product, v_product.version)
    and (v_former.card_id, v_former.monthly_limit_cents) = (p_card, p_monthly_limit)
    and p_words = (select words from top_up_consents where customer_id = p_customer order by consent desc limit 1)
  then
    return 'saved';
  end if;

  insert into top_ups (
    customer_id, state, threshold_credits, product_id, product_version, card_id, monthly_limit_cents, consented_at
  ) values (
    p_customer, 'on', p_threshold, p_product, v_product.version, p_card, p_monthly_limit, v_now
  )
  on conflict (customer_id) do update set
    state = 'on', threshold_credits = p_threshold, product_id = p_product, product_version = v_product.version,
    card_id = p_card, monthly_limit_cents = p_monthly_limit, consented_at = v_now, paused_reason = null, paused_at = null,
    failures = 0, declined_attempt = null;
  update accounts set top_up_below = p_threshold where customer_id = p_customer;
  perform drop_top_up_request(p_customer, 'settings-changed', v_now);
  perform record_consent(p_customer, 'on', 'customer', p_words, v_now);
  return 'saved';
end
$$;

-- Turns top-up off if it uses p_card (null: any card). No charge is sent after the commit. For p_cause, see top_up_consents.
create function end_top_up(p_customer text, p_cause text, p_card uuid default null) returns boolean
  language plpgsql
as $$
declare
  v_now timestamptz;
begin
  perform from accounts where customer_id = p_customer for no key update;
  v_now := store_now();
  update top_ups set state = 'off', paused_reason = null, paused_at = null
  where customer_id = p_customer and state <> 'off' and (p_card is null or card_id = p_card);
  if not found then
    return false;
  end if;
  update accounts set top_up_below = null where customer_id = p_customer;
  perform drop_top_up_request(p_customer, 'turned-off', v_now);
  perform record_consent(p_customer, 'off', p_cause, null, v_now);
  return true;
end
$$;

-- Returns the terms of a package that a customer agrees to.
create function terms_of(p_product product_versions) returns bigint[]
  language sql immutable
  return array[
    p_product.price_cents, p_product.credits, p_product.bonus_credits, p_product.credits_expire_days, p_product.bonus_expire_days
  ];

create function record_consent(p_customer text, p_state text, p_cause text, p_words text, p_now timestamptz) returns void
  language plpgsql
as $$
begin
  insert into top_up_consents (
    customer_id, consent, state, cause, at, words, threshold_credits, product_id, product_version, price_cents, card_id,
    monthly_limit_cents
  )
  select
    p_customer, (select coalesce(max(consent), 0) + 1 from top_up_consents where customer_id = p_customer), p_state, p_cause,
    p_now, p_words, threshold_credits, top_ups.product_id, product_version, price_cents, card_id, monthly_limit_cents
  from top_ups join product_versions on product_versions.product_id = top_ups.product_id and version = product_version
  where customer_id = p_customer;
end
$$;
