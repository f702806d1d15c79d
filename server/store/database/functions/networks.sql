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

-- The site that a network belongs to: an IPv4 address itself, the /48 of an IPv6 network. Whoever has a /48 has 65,536 networks.
-- One expression without a FROM, as network_of.
create function site_of(p_network cidr) returns cidr
  language sql immutable
as $$
  select case family(p_network) when 6 then network(set_masklen(p_network::inet, 48)) else p_network end
$$;

-- The networks of addresses, in their order. Their sites stay locked until the transaction ends, so that openings at one site see
-- each other. A batch locks all of its sites first, sorted: two batches never wait for each other in a ring.
create function lock_networks(p_addresses text[]) returns cidr[]
  language plpgsql
as $$
begin
  -- The first key is one of those in presence.ts.
  perform pg_advisory_xact_lock(4061990, key) from (
    select distinct hashtext(text(site_of(network_of(address)))) as key
    from unnest(p_addresses) address
    where address is not null
    order by key
  ) sites;
  return array(select network_of(address) from unnest(p_addresses) with ordinality given (address, place) order by place);
end
$$;
