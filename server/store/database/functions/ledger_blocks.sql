-- The block of `ledger_blocks` that counts the entry at a position.
create function ledger_block_of(p_position bigint) returns bigint
  language sql immutable
  return (p_position - 1) / 256;

-- The highest position that a block of `ledger_blocks` counts.
create function last_position_of(p_block bigint) returns bigint
  language sql immutable
  return (p_block + 1) * 256;
