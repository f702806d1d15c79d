-- A card check saves a card without a purchase: an attempt without an entry in the ledger, because it charges nothing. Processes of the
-- previous release count it while it is in flight, and leave it and its card to this release.
alter table purchase_attempts alter column position drop not null;

-- The card that the customer already had, if this one is the same.
alter table cards add column duplicate_of uuid;
