-- Checking that each row's account and ledger entry exist took a query per row. The functions write these rows while they lock the account,
-- or in the transaction that adds the entry. Nothing can delete an account or an entry, and `coffer books` finds rows without one.
alter table transactions drop constraint transactions_customer_id_fkey;
alter table ledger_blocks drop constraint ledger_blocks_customer_id_fkey;
alter table movements drop constraint movements_customer_id_fkey;
alter table movements drop constraint movements_customer_id_position_fkey;
alter table purchase_attempts drop constraint purchase_attempts_customer_id_position_fkey;
alter table credit_grants drop constraint credit_grants_customer_id_fkey;
