-- Adds a mail in the transaction of its cause, unless the cause has one or the store sends none. p_data is what the text needs. A mail
-- about a transaction has it in p_data, and waits for the gateway's event, which brings the last digits of a new card.
create function add_mail(p_customer text, p_kind text, p_cause text, p_data jsonb, p_now timestamptz) returns void
  language plpgsql
as $$
begin
  insert into mails (customer_id, kind, cause, data, created_at, next_attempt_at)
  select p_customer, p_kind, p_cause, p_data, p_now, p_now + case when p_data ? 'order_id' then interval '5 s' else interval '0 s' end
  from event_settings where sends_mail
  on conflict (customer_id, kind, cause) do nothing;
end
$$;
