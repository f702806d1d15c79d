-- The site that a network belongs to: an IPv4 address itself, the /48 of an IPv6 network. Whoever has a /48 has 65,536 networks.
-- One expression without a FROM, as network_of.
create function site_of(p_network cidr) returns cidr
  language sql immutable
as $$
  select case family(p_network) when 6 then network(set_masklen(p_network::inet, 48)) else p_network end
$$;
