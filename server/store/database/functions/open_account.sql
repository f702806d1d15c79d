-- Gives a customer an account, unless they have one. Returns whether it did. The caller has added the customer.
create function open_account(p_customer text) returns boolean
  language plpgsql
as $$
begin
  insert into accounts (customer_id) values (p_customer) on conflict do nothing;
  if found then
    perform add_event(p_customer, 'customer.created', describe_customer(p_customer), store_now());
  end if;
  return found;
end
$$;
