-- Balances stay far below 2^53, beyond which a number can't be read exactly. Rows from before are not checked until they change.
alter table accounts
  add constraint accounts_balance_bound check (balance between -1000000000000 and 1000000000000) not valid,
  add constraint accounts_sums_bound check (
    spent_cents <= 9007199254740991 and credits_purchased <= 9007199254740991
  ) not valid;
alter table product_versions add constraint product_versions_bound check (
  price_cents <= 1000000000000 and credits <= 1000000000000 and bonus_credits <= 1000000000000
) not valid;
