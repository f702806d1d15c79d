-- Claims up to p_limit due mails for p_lease_ms. No other process claims them during that time. Ends the mails that must not be sent, and
-- waits up to p_card_ms for the last digits of a new card, which the gateway's event brings.
-- Disables sequential scans, because few of many mails are due (see publish_events).
create function claim_mails(p_limit bigint, p_lease_ms bigint, p_card_ms bigint) returns table (
  mail_id uuid,
  customer_id text,
  kind text,
  attempts integer,
  data jsonb,
  created_at timestamptz,
  email text,
  card_brand text,
  card_last4 text
)
  language plpgsql
  set enable_seqscan = off
  set jit = off
as $$
declare
  v_now timestamptz := store_now();
  v_mail mails;
  v_end text;
begin
  for v_mail in
    select * from mails where next_attempt_at <= v_now order by next_attempt_at limit p_limit for update skip locked
  loop
    mail_id := v_mail.mail_id;
    select customers.email, case
      when customers.email is null then 'no-address'
      when blocked_at is not null and v_mail.kind not in ('receipt', 'top-up-receipt', 'top-up-failed', 'refund') then 'blocked'
      when v_mail.kind = 'low-balance' and notices.low_balance is null
        or v_mail.kind = 'expiring' and not coalesce(notices.expiring, true) then 'unsubscribed'
    end
    into email, v_end
    from customers left join customer_notices notices using (customer_id)
    where customers.customer_id = v_mail.customer_id;
    if v_end is not null then
      perform end_mail(mail_id, null, v_end);
      continue;
    end if;
    select entries.card_brand, entries.card_last4 into card_brand, card_last4
    from transactions entries
    where entries.customer_id = v_mail.customer_id and entries.position = (v_mail.data ->> 'position')::bigint;
    if card_last4 is null and v_mail.data ? 'order_id' then
      select cards.brand, cards.last4 into card_brand, card_last4
      from purchase_attempts attempts
      join cards on cards.customer_id = attempts.customer_id and cards.card_id = attempts.card_id
      where attempts.customer_id = v_mail.customer_id and attempts.attempt_id = (v_mail.data ->> 'order_id')::uuid;
      if card_last4 is null and v_mail.created_at > v_now - p_card_ms * interval '1 ms' then
        update mails set next_attempt_at = v_now + interval '2 s' where mails.mail_id = v_mail.mail_id;
        continue;
      end if;
    end if;
    update mails set attempts = mails.attempts + 1, next_attempt_at = v_now + p_lease_ms * interval '1 ms'
    where mails.mail_id = v_mail.mail_id
    returning mails.customer_id, mails.kind, mails.attempts, mails.data, mails.created_at
    into customer_id, kind, attempts, data, created_at;
    return next;
  end loop;
end
$$;
comment on function claim_mails is
  'mail_id, customer_id, kind, attempts, data, created_at, email, card_brand?, card_last4?';

-- Records the outcome of an attempt to send a mail: 'sent', 'failed' or 'refused'. Gives a mail up p_patience_ms after its cause.
-- Returns what follows: 'sent', 'retried', 'refused' or 'given-up'.
create function book_mail(p_mail uuid, p_attempts integer, p_outcome text, p_retry_ms bigint, p_patience_ms bigint) returns text
  language plpgsql
  set enable_seqscan = off
as $$
declare
  v_now timestamptz := store_now();
  v_mail mails;
begin
  select * into v_mail from mails where mail_id = p_mail and next_attempt_at is not null for update;
  if p_outcome = 'sent' then
    perform end_mail(p_mail, v_now, null);
  elsif p_outcome = 'refused' then
    perform end_mail(p_mail, null, 'refused');
  elsif v_mail.created_at <= v_now - p_patience_ms * interval '1 ms' then
    perform end_mail(p_mail, null, 'given-up');
    return 'given-up';
  else
    update mails set next_attempt_at = least(
      v_now + p_retry_ms * interval '1 ms', greatest(v_now, created_at + p_patience_ms * interval '1 ms')
    )
    where mail_id = p_mail and attempts = p_attempts and next_attempt_at is not null;
    return 'retried';
  end if;
  return p_outcome;
end
$$;

-- Ends a mail for good and empties it, because only its cause is still needed.
create function end_mail(p_mail uuid, p_sent_at timestamptz, p_because text) returns void
  language plpgsql
as $$
begin
  update mails set next_attempt_at = null, sent_at = p_sent_at, ended_because = p_because, data = '{}'
  where mail_id = p_mail and next_attempt_at is not null;
end
$$;

-- Saves which notices a customer wants. Returns whether the customer has an account.
create function save_notices(p_customer text, p_low_balance bigint, p_expiring boolean) returns boolean
  language plpgsql
as $$
begin
  perform from accounts where customer_id = p_customer for no key update;
  if not found then
    return false;
  end if;
  insert into customer_notices (customer_id, low_balance, expiring) values (p_customer, p_low_balance, p_expiring)
  on conflict (customer_id) do update set low_balance = excluded.low_balance, expiring = excluded.expiring;
  update event_settings set highest_notice = p_low_balance where highest_notice < p_low_balance;
  return true;
end
$$;

-- Turns off the notices that a token is for. Returns their kind, or null if there is no such token.
create function unsubscribe(p_token_hash bytea) returns text
  language plpgsql
as $$
declare
  v_token mail_tokens;
begin
  select * into v_token from mail_tokens where token_hash = p_token_hash;
  if found then
    insert into customer_notices (customer_id, expiring) values (v_token.customer_id, v_token.kind <> 'expiring')
    on conflict (customer_id) do update set
      low_balance = case v_token.kind when 'low-balance' then null else customer_notices.low_balance end,
      expiring = customer_notices.expiring and v_token.kind <> 'expiring';
  end if;
  return v_token.kind;
end
$$;
comment on function unsubscribe is 'null';

-- Ends a customer's waiting mails, and deletes the settings of their notices and the links in earlier ones.
create function erase_mails(p_customer text) returns void
  language plpgsql
as $$
begin
  perform end_mail(mail_id, null, 'erased') from mails where customer_id = p_customer and next_attempt_at is not null;
  delete from customer_notices where customer_id = p_customer;
  delete from mail_tokens where customer_id = p_customer;
end
$$;
