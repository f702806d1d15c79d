-- Records that a customer wants to delete the account, and blocks the customer. Repeating it needs no recent sign-in (p_signed_in_at), and
-- reopens a deletion that ended without deleting the pool's user.
create function request_deletion(p_customer text, p_signed_in_at timestamptz) returns deletion_request
  language plpgsql
as $$
declare
  v_now timestamptz;
  v_request deletion_request;
begin
  perform from accounts where customer_id = p_customer for update;
  if not found then
    v_request.outcome := 'unknown-customer';
    return v_request;
  end if;
  v_now := store_now();
  select deletion_requested_at into v_request.requested_at from customers where customer_id = p_customer;
  if v_request.requested_at is null then
    v_request.outcome := case
      when not is_recent_sign_in(p_signed_in_at, v_now) then 'sign-in-needed'
      when exists (select from purchase_attempts where customer_id = p_customer and state = 'sending') then 'open-purchase'
    end;
    if v_request.outcome is not null then
      return v_request;
    end if;
    v_request.requested_at := v_now;
    update customers set deletion_requested_at = v_now, blocked_at = coalesce(blocked_at, v_now) where customer_id = p_customer;
    perform end_top_up(p_customer, 'customer');
    perform remove_cards(p_customer);
    perform record_deletion(p_customer, 'requested');
  end if;
  update customers set deletion_check_at = v_now + interval '10 minutes' where customer_id = p_customer and user_deleted_at is null;
  v_request.outcome := 'requested';
  return v_request;
end
$$;

-- Erases a customer whose user is gone from the pool. Returns false if there is nothing to do. A day after the store asked the pool to
-- delete the user and got no response, it erases the data even if the user may still exist: the customer wanted that, and can repeat it.
create function end_deletion(p_customer text) returns boolean
  language plpgsql
as $$
declare
  v_is_user_deleted boolean;
begin
  perform lock_account(p_customer);
  select user_deleted_at is not null into v_is_user_deleted from customers
  where customer_id = p_customer and deletion_check_at is not null
    and (user_deleted_at is not null or user_deletion_sent_at < store_now() - interval '1 day');
  if not found then
    return false;
  end if;
  perform erase_customer(p_customer);
  perform record_deletion(p_customer, case when v_is_user_deleted then 'erased' else 'erased, user unknown' end);
  return true;
end
$$;

create function record_deletion(p_customer text, p_result text) returns void
  language plpgsql
as $$
begin
  perform record_action(gen_random_uuid(), 'customer', 'delete account', p_customer, null, null, '{}', p_result);
end
$$;

-- Erases a customer's personal data, but keeps the books. Setting erased_at keeps sessions that started earlier from restoring the data.
create function erase_customer(p_customer text) returns void
  language plpgsql
as $$
declare
  v_now timestamptz;
begin
  -- Lock the account first, because a change in progress would still add its event.
  perform lock_account(p_customer);
  v_now := store_now();
  perform end_top_up(p_customer, 'erased');
  update customers set
    email = null, first_name = null, last_name = null, phone = null, attributes_read_at = null, erased_at = v_now,
    deletion_check_at = null, low_balance_notice = null, low_balance_noticed_at = null, expiring_notice = true
  where customer_id = p_customer;
  update transactions set card_brand = null, card_last4 = null where customer_id = p_customer and card_last4 is not null;
  -- A card that is still being saved is removed once the gateway has it, because of erased_at.
  perform remove_cards(p_customer);
  update cards set devices = '{}' where customer_id = p_customer and devices <> '{}';
  -- These declines no longer count toward the network limit.
  update purchase_attempts set client_network = null where customer_id = p_customer and client_network is not null;
  update declines set network = null where customer_id = p_customer;
  -- The merchant's texts may name a person. Repeating such a call with its text is then refused.
  update spends set reference = null, description = null
  where customer_id = p_customer and (reference is not null or description is not null);
  update holds set reference = null where customer_id = p_customer and reference is not null;
  update credit_grants set reason = null where customer_id = p_customer and kind = 'promotion' and reason is not null;
  -- Keep this order, because events move from the first table to the second.
  update event_outbox set data = jsonb_build_object('id', data -> 'id'), erased_at = v_now
  where customer_id = p_customer and erased_at is null;
  update events set data = jsonb_build_object('id', data -> 'id'), erased_at = v_now
  where customer_id = p_customer and erased_at is null;
  update mails set next_attempt_at = null, outcome = 'erased', data = '{}' where customer_id = p_customer and outcome is null;
  delete from mail_tokens where customer_id = p_customer;
end
$$;

-- Hides a customer's saved cards. A job deletes them from the gateway's vault. The caller locks the account.
create function remove_cards(p_customer text) returns void
  language plpgsql
as $$
begin
  update cards set
    state = 'removing', removed_at = store_now(), check_at = store_now(), brand = null, last4 = null, expires_on = null,
    initial_transaction_id = null, chosen_at = null, notice = null, updated_at = null, told_on = null, told_at = null, devices = '{}'
  where customer_id = p_customer and state = 'saved';
end
$$;
