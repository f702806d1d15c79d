-- Resets the breaker after its time, and deletes declines that no longer count. Returns whether it reset the breaker.
create function tend_declines() returns boolean
  language plpgsql
as $$
declare
  v_is_reset boolean;
begin
  update decline_brake set on_until = null where on_until <= store_now();
  v_is_reset := found;
  delete from declines where declined_at < (select store_now()) - interval '2 days';
  return v_is_reset;
end
$$;
