import type { Queryable } from './database.ts';

/** Names of two database roles that own nothing: one for the store's processes, one for the `coffer` command. */
export interface RuntimeRoles {
  readonly store: string;
  readonly operator: string;
}

export const runtimeRoles: RuntimeRoles = { store: 'coffer_store', operator: 'coffer_operator' };

type Runtime = keyof RuntimeRoles;

const cardColumns =
  'state, brand, last4, expires_on, initial_transaction_id, chosen_at, notice, updated_at, told_on, told_at, devices, check_at, removed_at';

const both = (rights: string) => ({ store: rights, operator: rights });

/** Each role's rights for each table, in GRANT syntax. Every table needs an entry; a role it omits has no rights. */
export const tableGrants: Readonly<Record<string, { readonly [role in Runtime]?: string }>> = {
  customers: {
    store:
      'select, insert, update (email, first_name, last_name, phone, attributes_read_at, user_deletion_sent_at, user_deleted_at, deletion_check_at, low_balance_notice, expiring_notice)',
    operator: 'select, update (blocked_at)',
  },
  // Only functions change balances and counters.
  accounts: { store: 'select, insert (customer_id)', operator: 'select' },
  transactions: both('select, update (card_brand, card_last4)'),
  ledger_blocks: both('select'),
  movements: both('select'),
  postings: both('select'),
  credit_grants: { store: 'select', operator: 'select, update (reason)' },
  grant_allocations: both('select'),
  credit_claims: both('select'),
  spends: { store: 'select', operator: 'select, update (reference, description)' },
  spend_returns: both('select'),
  holds: { store: 'select', operator: 'select, update (reference)' },
  hold_allocations: both('select'),
  purchase_attempts: {
    store: 'select, update (state, check_at, sender, trace_parent)',
    operator: 'select, update (check_at, client_network)',
  },
  // Only open_purchases adds cards.
  cards: both(`select, update (${cardColumns})`),
  // Only functions change settings, consents and requests.
  top_ups: both('select'),
  top_up_consents: both('select'),
  top_up_requests: both('select'),
  usage_days: both('select'),
  usage_references: both('select'),
  usage_queue: {},
  spending_limit_reports: both('select'),
  gateway_claims: both('select'),
  withdrawn_attempts: both('select'),
  open_cases: both(
    'select, insert (kind, reference, customer_id, attempt_id, evidence, opened_at), update (closed_at, closed_by, resolution)',
  ),
  gateway_events: { store: 'select, insert, update (check_at, outcome)', operator: 'select' },
  gateway_sweeps: { store: 'select, update (swept_to, next_at)', operator: 'select' },
  refund_requests: {
    store: 'select, update (state, gateway_transaction_id, ended_at)',
    operator: 'select, insert, update (state, gateway_transaction_id, ended_at)',
  },
  api_keys: {
    store: 'select, update (last_used_at)',
    operator: 'select, insert (name, prefix, key_hash, scopes, slot, created_at), update (revoked_at)',
  },
  key_calls: both('select'),
  event_outbox: { store: 'select', operator: 'select, update (data, erased_at)' },
  events: { store: 'select', operator: 'select, update (data, erased_at)' },
  event_numbers: both('select'),
  event_settings: { store: 'select, update (low_balance_credits, sends_mail)', operator: 'select' },
  mails: { store: 'select, insert, update (attempts, next_attempt_at, outcome, data)', operator: 'select' },
  mail_tokens: { store: 'select, insert' },
  // No role can read the secrets.
  webhook_endpoints: {
    store: 'select (endpoint_id, disabled_at)',
    operator:
      'select (endpoint_id, url, created_at, delivered_event, delivered_at, failing_since, disabled_at, disabled_because), insert (url, secret, created_at, queued_event)',
  },
  webhook_deliveries: both('select'),
  operator_actions: both('select'),
  product_versions: { store: 'select', operator: 'select, insert' },
  declines: { store: 'select', operator: 'select, update (network)' },
  decline_brake: { store: 'select', operator: 'select, update (on_until, counts_from)' },
  schema_migrations: both('select'),
  schema_releases: {},
};

/**
 * Roles that can call each function that reads or writes tables. Such a function runs with its owner's rights.
 * Functions without an entry are internal. Any role can call plain SQL functions, with its own rights.
 */
export const functionGrants: Readonly<Record<string, readonly Runtime[]>> = {
  open_purchases: ['store'],
  withdraw_purchase: ['store'],
  settle_purchases: ['store', 'operator'],
  open_refund: ['store', 'operator'],
  note_refund: ['store', 'operator'],
  free_refunded_credits: ['store', 'operator'],
  save_card: ['store'],
  request_deletion: ['store'],
  end_deletion: ['store'],
  erase_customer: ['operator'],
  save_top_up: ['store'],
  end_top_up: ['store', 'operator'],
  pause_top_ups: ['store', 'operator'],
  resume_top_up: ['operator'],
  open_top_up: ['store'],
  top_up_news: ['store'],
  top_up_notices: ['store'],
  trip_circuit_breaker: ['store'],
  declines_toward_breaker: ['store', 'operator'],
  tend_declines: ['store'],
  seed_products: ['store'],
  open_account: ['store'],
  movement_at: ['store'],
  read_usage: ['store'],
  sum_usage: ['store'],
  save_spending_limit: ['store'],
  describe_limit: ['store', 'operator'],
  call_credits: ['store', 'operator'],
  spend_batch: ['store'],
  refresh_credits: ['store', 'operator'],
  reversals_of: ['store'],
  publish_events: ['store', 'operator'],
  delete_old_events: ['store'],
  skip_event_ids: ['operator'],
  queue_deliveries: ['store'],
  claim_deliveries: ['store'],
  book_delivery: ['store'],
  enable_webhook_endpoint: ['operator'],
  remove_webhook_endpoint: ['operator'],
  rotate_webhook_secret: ['operator'],
  send_event_again: ['operator'],
  adjust_credits: ['operator'],
  record_action: ['operator'],
  lock_account: ['operator'],
  lock_products: ['operator'],
};

/** Revokes everyone's right to run a release's functions, and makes those in `functionGrants` run as their owner. */
export const secureFunctions = async (transaction: Queryable, schema: string): Promise<void> => {
  const functions = await transaction.query<{ name: string; signature: string; path: string }>(
    `select proname as name, current_setting('search_path') as path,
       format('%I.%I(%s)', $1::text, proname, pg_get_function_identity_arguments(oid)) as signature
     from pg_proc
     where pronamespace = to_regnamespace($1) and prolang = (select oid from pg_language where lanname = 'plpgsql')`,
    [schema],
  );
  for (const { name, signature, path } of functions) {
    await transaction.query(`revoke execute on function ${signature} from public`);
    // Search temporary tables last. By default, they would hide the real tables.
    if (functionGrants[name] !== undefined)
      await transaction.query(
        `alter function ${signature} security definer set search_path = ${schema}, ${path}, pg_temp`,
      );
  }
};

/** Grants this release's rights to the roles that exist, and revokes all their other rights. */
export const grantRights = async (
  transaction: Queryable,
  schema: string,
  roles: RuntimeRoles,
): Promise<void> => {
  const holders = await findHolders(transaction, roles);
  if (holders.length === 0) return;
  const names = holders.map(({ name }) => name).join(', ');
  const [tables] = await transaction.query<{ schema: string }>('select current_schema()::text as schema');
  await transaction.query(`revoke all on ${Object.keys(tableGrants).join(', ')} from ${names}`);
  await transaction.query(`grant usage on schema ${tables?.schema} to ${names}`);
  for (const { runtime, name } of holders) {
    for (const [table, { [runtime]: rights }] of Object.entries(tableGrants))
      if (rights !== undefined) await transaction.query(`grant ${rights} on ${table} to ${name}`);
    for (const [called, callers] of Object.entries(functionGrants))
      if (callers.includes(runtime))
        await transaction.query(`grant execute on function ${schema}.${called} to ${name}`);
  }
};

interface Holder {
  readonly runtime: Runtime;
  /** The role's name, quoted if SQL requires it. */
  readonly name: string;
}

const findHolders = (transaction: Queryable, roles: RuntimeRoles): Promise<Holder[]> =>
  transaction.query<Holder>(
    `select case rolname when $1 then 'store' else 'operator' end as runtime, quote_ident(rolname) as name
     from pg_roles where rolname in ($1, $2) and rolname <> current_user`,
    [roles.store, roles.operator],
  );

/** Returns whether the session's role can change balances directly, as the tables' owner can. */
export const hasBroadRights = async (database: Queryable): Promise<boolean> => {
  const [found] = await database.query<{ isBroad: boolean }>(
    `select has_any_column_privilege('accounts', 'update') as "isBroad"`,
  );
  return found?.isBroad === true;
};
