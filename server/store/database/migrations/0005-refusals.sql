-- What a settled attempt was answered, in columns: the purchase where refusal_detail is null, else a refusal with that
-- text for the customer. refusal_code is the API's error code; null for answers from before there were codes.
alter table purchase_attempts
  add column refusal_code text,
  add column refusal_detail text;

update purchase_attempts set refusal_detail = answer ->> 'detail' where answer_status = 402;

-- The check that names them goes with the two old columns.
alter table purchase_attempts
  drop column answer_status,
  drop column answer,
  add check ((state = 'settled') = (decided_by is not null)),
  add check (refusal_detail is null or state = 'settled'),
  add check (refusal_code is null or refusal_detail is not null);
