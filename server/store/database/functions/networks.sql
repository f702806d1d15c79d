-- Returns an IPv4 address itself, or the /64 of an IPv6 address.
-- PostgreSQL inlines a single expression without FROM. It parses any other SQL function at every call.
create function network_of(p_address text) returns cidr
  language sql immutable
as $$
  select case family(split_part(p_address, '%', 1)::inet)
    when 6 then network(set_masklen(split_part(p_address, '%', 1)::inet, 64))
    else network(split_part(p_address, '%', 1)::inet)
  end
$$;

-- Returns an IPv4 address itself, or an IPv6 network's /48, which has 65,536 networks. The body is one expression, as in network_of.
create function site_of(p_network cidr) returns cidr
  language sql immutable
as $$
  select case family(p_network) when 6 then network(set_masklen(p_network::inet, 48)) else p_network end
$$;

-- Locks the addresses' sites until the transaction ends, so that concurrent purchases at one site take each other into account. Locks them
-- in sorted order, so that two batches can't deadlock.
create function lock_sites(p_addresses text[]) returns void
  language plpgsql
as $$
begin
  -- The first lock key is the next number after those in presence.ts.
  perform pg_advisory_xact_lock(4061990, key) from (
    select distinct hashtext(text(site_of(network_of(address)))) as key
    from unnest(p_addresses) address
    where address is not null
    order by key
  ) sites;
end
$$;
