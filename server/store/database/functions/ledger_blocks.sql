-- Returns the block of `ledger_blocks` that counts the entry at a position.
create function ledger_block_of(p_position bigint) returns bigint
  language sql immutable
  return (p_position - 1) / 256;

-- Returns the highest position that a block of `ledger_blocks` counts.
create function last_position_of(p_block bigint) returns bigint
  language sql immutable
  return (p_block + 1) * 256;

-- Counts an entry under its new status.
create function count_entry(p_customer text, p_status text, p_position bigint) returns void
  language plpgsql
as $$
begin
  insert into ledger_blocks as blocks (customer_id, status, block, entries)
  values (p_customer, p_status, ledger_block_of(p_position), 1)
  on conflict (customer_id, status, block) do update set entries = blocks.entries + 1;
end
$$;
