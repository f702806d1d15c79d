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
