-- The highest position that a block of `ledger_blocks` counts.
create function last_position_of(p_block bigint) returns bigint
  language sql immutable
  return (p_block + 1) * 256;
