-- The card that paid, as the gateway's records name it; null where they don't, or where it was erased with the customer's name.
alter table transactions add column card_brand text, add column card_last4 text;
alter table transactions
  add constraint transactions_card_last4_check check (card_last4 ~ '^[0-9]{4}$') not valid,
  add constraint transactions_card_brand_check check (card_brand ~ '^[a-z]{1,20}$') not valid;
