-- How many of the credits go with a part of the amount, rounded down. Of all parts together they are all credits.
create function share_of(p_credits bigint, p_part_cents bigint, p_amount_cents bigint) returns bigint
  language sql immutable
  return trunc(p_credits::numeric * p_part_cents / p_amount_cents)::bigint;
