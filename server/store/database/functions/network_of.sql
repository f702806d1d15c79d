-- Whom an address stands for: an IPv4 address for itself, an IPv6 address for the 64 bits that a site is given.
create function network_of(p_address text) returns cidr
  language sql immutable
as $$
  select case family(address) when 6 then network(set_masklen(address, 64)) else network(address) end
  from (select split_part(p_address, '%', 1)::inet as address) given
$$;
