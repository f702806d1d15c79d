-- A plan that PostgreSQL makes for a table of a page or two reads all of it, and a session keeps such a plan until the table is
-- analyzed again. In a store that begins to sell, a minute can bring tens of thousands of rows meanwhile. Where a table was never
-- looked at, PostgreSQL takes it for larger and uses its indexes, so it is first looked at when it has a thousand rows.
do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'customers', 'accounts', 'transactions', 'ledger_blocks', 'purchase_attempts', 'gateway_claims', 'withdrawn_attempts',
    'movements', 'postings', 'open_cases', 'gateway_events', 'operator_actions', 'refund_requests', 'declines'
  ]
  loop
    execute format(
      'alter table %I set (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000)',
      v_table
    );
  end loop;
end
$$;
