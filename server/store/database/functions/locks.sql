-- Locks a customer's account until the transaction ends.
create function lock_account(p_customer text) returns void
  language plpgsql
as $$
begin
  perform from accounts where customer_id = p_customer for update;
end
$$;

-- Blocks changes to products, but not reads, until the transaction ends.
create function lock_products() returns void
  language plpgsql
as $$
begin
  lock table product_versions in share row exclusive mode;
end
$$;
