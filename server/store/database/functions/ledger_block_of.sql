-- The block of `ledger_blocks` that counts the entry at a position.
create function ledger_block_of(p_position bigint) returns bigint
  language sql immutable
  return (p_position - 1) / 256;
