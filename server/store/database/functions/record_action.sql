-- Records an operator's action. The database supplies the time and the connected role, so callers can't forge them.
create function record_action(
  p_action uuid,
  p_operator text,
  p_command text,
  p_customer text,
  p_subject text,
  p_reason text,
  p_details jsonb,
  p_result text
) returns void
  language plpgsql
as $$
begin
  insert into operator_actions (
    action_id, at, operator, database_user, command, customer_id, subject, reason, details, result
  ) values (
    p_action, store_now(), p_operator, session_user, p_command, p_customer, p_subject, p_reason, p_details, p_result
  );
end
$$;
