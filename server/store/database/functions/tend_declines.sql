-- Releases the brake after its time, and deletes declines that no longer count. Returns whether it released the brake.
create function tend_declines() returns boolean
  language plpgsql
as $$
declare
  v_released boolean;
begin
  update decline_brake set on_until = null where on_until <= store_now();
  v_released := found;
  delete from declines where declined_at < store_now() - interval '2 days';
  return v_released;
end
$$;
