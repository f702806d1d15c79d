-- Whom an address stands for: an IPv4 address for itself, an IPv6 address for the 64 bits that a site is given.
-- One expression without a FROM: PostgreSQL puts it in place of the call, where any other function in SQL is parsed with every call.
create function network_of(p_address text) returns cidr
  language sql immutable
as $$
  select case family(split_part(p_address, '%', 1)::inet)
    when 6 then network(set_masklen(split_part(p_address, '%', 1)::inet, 64))
    else network(split_part(p_address, '%', 1)::inet)
  end
$$;
