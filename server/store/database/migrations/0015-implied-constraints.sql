-- What other constraints say already, and each purchase paid for: an attempt names an entry, which names the account; and the
-- order of an entry is its attempt, of which there is one by the primary key of purchase_attempts and by gateway_claims.
alter table purchase_attempts drop constraint purchase_attempts_customer_id_fkey;
alter table transactions drop constraint transactions_customer_id_order_id_key;
