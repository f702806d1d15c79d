-- Keeps others from changing products until the transaction ends. They can still be read.
create function lock_products() returns void
  language plpgsql
as $$
begin
  lock table product_versions in share row exclusive mode;
end
$$;
