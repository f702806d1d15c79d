/** SQL: what a removal sets. Only ids and times stay. `removing`: the gateway still has to delete the card. */
export const removal = (state: 'removing' | 'removed'): string => `
  state = '${state}', removed_at = store_now(), check_at = ${state === 'removing' ? 'store_now()' : 'null'},
  brand = null, last4 = null, expires_on = null, initial_transaction_id = null, chosen_at = null, notice = null,
  updated_at = null, told_on = null, told_at = null, devices = '{}'`;
