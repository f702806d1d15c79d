-- Counts an entry into (change 1) or out of (change -1) its status. The account row is locked by the caller.
create function count_entry(p_customer text, p_status text, p_position bigint, p_change bigint) returns void
  language sql
as $$
  insert into ledger_blocks as blocks (customer_id, status, block, entries)
  values (p_customer, p_status, ledger_block_of(p_position), greatest(p_change, 0))
  on conflict (customer_id, status, block) do update set entries = blocks.entries + p_change
$$;
