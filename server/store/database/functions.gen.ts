// Made by `npm run sql-types` from the functions in the database.

export type AdjustmentOutcome = 'adjusted' | 'adjusted-before' | 'unknown-customer' | 'out-of-bounds' | 'below-zero';

export type CreditAdjustment =
  | { readonly outcome: 'adjusted' | 'adjusted-before' | 'out-of-bounds' | 'below-zero'; readonly balance: number; }
  | { readonly outcome: 'unknown-customer';  };

export interface CreditCall {
  readonly call: CreditCallName;
  readonly customer_id: string;
  readonly id: string;
  readonly return_id?: string | null | undefined;
  readonly credits?: number | null | undefined;
  readonly reference?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly priority?: number | null | undefined;
  readonly expires_in?: number | null | undefined;
  readonly expires_at?: Date | null | undefined;
  readonly cause: string;
}

export type CreditCallName = 'spend' | 'return' | 'hold' | 'capture' | 'extend' | 'release' | 'grant' | 'void';

export type CreditOutcome = 'created' | 'captured' | 'extended' | 'released' | 'voided' | 'repeated' | 'id-reused' | 'customer-not-found' | 'customer-blocked' | 'spending-limit-reached' | 'insufficient-credits' | 'balance-full' | 'expires-in-past' | 'spend-not-found' | 'exceeds-spend' | 'hold-not-found' | 'hold-captured' | 'hold-released' | 'hold-expired' | 'exceeds-hold' | 'grant-not-found';

export type CreditResult =
  | { readonly outcome: 'created' | 'captured' | 'extended' | 'released' | 'voided' | 'repeated'; readonly spend?: MerchantSpend; readonly hold?: MerchantHold; readonly grant?: MerchantGrant; }
  | { readonly outcome: 'spending-limit-reached'; readonly spending_limit: number; readonly used: number; readonly resets_at: string; }
  | { readonly outcome: 'insufficient-credits'; readonly required: number; readonly available: number; }
  | { readonly outcome: 'exceeds-spend'; readonly returnable: number; }
  | { readonly outcome: 'exceeds-hold'; readonly held: number; }
  | { readonly outcome: 'hold-captured'; readonly captured: number; }
  | { readonly outcome: 'id-reused' | 'customer-not-found' | 'customer-blocked' | 'balance-full' | 'expires-in-past' | 'spend-not-found' | 'hold-not-found' | 'hold-released' | 'hold-expired' | 'grant-not-found';  };

export type DeletionOutcome = 'requested' | 'unknown-customer' | 'sign-in-needed' | 'open-purchase';

export type DeletionRequest =
  | { readonly outcome: 'requested'; readonly requested_at: Date; }
  | { readonly outcome: 'unknown-customer' | 'sign-in-needed' | 'open-purchase';  };

export type DeliveryConsequence = 'delivered' | 'retried' | 'given-up' | 'disabled';

export type GrantKind = 'purchase' | 'bonus' | 'promotion' | 'adjustment';

export type HoldState = 'open' | 'captured' | 'released' | 'expired';

export type LimitSaving = 'saved' | 'unknown-customer' | 'sign-in-needed';

export interface MerchantCustomer {
  readonly id: string;
  readonly email: string | null;
  readonly balance: number;
  readonly held: number;
  readonly available: number;
}

export interface MerchantGrant {
  readonly id: string;
  readonly kind: GrantKind;
  readonly credits: number;
  readonly remaining: number;
  readonly held: number;
  readonly priority: number;
  readonly expires_at: string | null;
  readonly created_at: string;
  readonly customer_id: string;
  readonly reason: string | null;
}

export interface MerchantHold {
  readonly id: string;
  readonly customer_id: string;
  readonly credits: number;
  readonly state: HoldState;
  readonly captured: number;
  readonly expires_at: string;
  readonly balance: number;
  readonly held: number;
  readonly available: number;
}

export interface MerchantSpend {
  readonly id: string;
  readonly customer_id: string;
  readonly credits: number;
  readonly returned: number;
  readonly reference: string | null;
  readonly created_at: string;
  readonly balance: number;
  readonly held: number;
  readonly available: number;
}

export interface PurchaseDecision {
  readonly customer_id: string;
  readonly attempt_id: string;
  readonly status: TransactionStatus;
  readonly decided_by: string;
  readonly cause: string;
  readonly state: string;
  readonly sent_at: Date;
  readonly gateway_transaction_id: string | null;
  readonly refusal_code?: string | null | undefined;
  readonly refusal_detail?: string | null | undefined;
  readonly look_again_ms?: number | null | undefined;
  readonly is_decline?: boolean | null | undefined;
  readonly retry?: string | null | undefined;
  readonly reversals: readonly PurchaseMovement[];
  readonly refunded_code: string;
  readonly refunded_detail: string;
}

export interface PurchaseMovement {
  readonly kind: string;
  readonly reference: string;
  readonly amount_cents: number;
  readonly gateway_transaction_id: string | null;
}

export type PurchaseOpening =
  | { readonly outcome: 'opened'; readonly transaction_id: string; readonly amount_cents: number; readonly was_sent_before: boolean; readonly sent_at: Date; readonly email?: string; readonly vault_id?: string; }
  | { readonly outcome: 'settled'; readonly transaction_id: string; readonly amount_cents: number; readonly credits_added: number; readonly refusal_code?: string; readonly refusal_detail?: string; }
  | { readonly outcome: 'paused' | 'too-many' | 'too-many-declines'; readonly retry_after_s: number; }
  | { readonly outcome: 'in-progress' | 'withdrawn' | 'key-reused' | 'unknown-customer' | 'blocked' | 'unknown-product' | 'price-changed' | 'balance-full' | 'token-used' | 'order-taken' | 'unknown-card' | 'card-expired' | 'sign-in-needed' | 'too-many-cards' | 'too-many-in-flight';  };

export interface PurchaseOrder {
  readonly customer_id: string;
  readonly attempt_id: string;
  readonly fingerprint: Buffer;
  readonly token_hash?: Buffer | null | undefined;
  readonly transaction_id: string;
  readonly product_id?: string | null | undefined;
  readonly expected_cents?: number | null | undefined;
  readonly patience_ms: number;
  readonly ip_address?: string | null | undefined;
  readonly attempts_per_minute: number;
  readonly attempts_in_flight: number;
  readonly declines_per_customer: number;
  readonly declines_per_network: number;
  readonly sender: number;
  readonly send_locks?: string | null | undefined;
  readonly card_id?: string | null | undefined;
  readonly new_card_id?: string | null | undefined;
  readonly vault_id?: string | null | undefined;
  readonly max_cards?: number | null | undefined;
  readonly signed_in_at?: Date | null | undefined;
  readonly device?: Buffer | null | undefined;
  readonly initiated_by?: string | null | undefined;
}

export type PurchaseOutcome = 'opened' | 'settled' | 'in-progress' | 'withdrawn' | 'key-reused' | 'unknown-customer' | 'blocked' | 'unknown-product' | 'price-changed' | 'balance-full' | 'too-many' | 'token-used' | 'order-taken' | 'unknown-card' | 'card-expired' | 'sign-in-needed' | 'too-many-cards' | 'paused' | 'too-many-declines' | 'too-many-in-flight';

export interface PurchaseSettlement {
  readonly moved: boolean;
  readonly status: TransactionStatus;
  readonly refunded_cents: number;
  readonly transaction_id: string;
  readonly amount_cents: number;
  readonly credits_added: number;
  readonly refusal_code: string | null;
  readonly refusal_detail: string | null;
}

export interface RefundOpening {
  readonly amount_cents: number;
  readonly credits: number;
  readonly spent: number;
  readonly until: Date | null;
  readonly requested_at: Date | null;
  readonly outcome: RefundOutcome;
}

export interface RefundOrder {
  readonly customer_id: string;
  readonly attempt_id: string;
  readonly refund_id?: string | null | undefined;
  readonly kind?: string | null | undefined;
  readonly amount_cents?: number | null | undefined;
  readonly references_before?: readonly string[] | null | undefined;
  readonly operator?: string | null | undefined;
  readonly refunded_cents: number;
  readonly patience_ms: number;
  readonly days: number;
  readonly signed_in_at?: Date | null | undefined;
}

export type RefundOutcome = 'allowed' | 'opened' | 'requested' | 'refunded' | 'blocked' | 'sign-in-needed' | 'changed' | 'off' | 'not-completed' | 'too-late' | 'disputed' | 'not-latest' | 'credits-spent' | 'credits-held' | 'too-often';

export interface SpendingLimitState {
  readonly monthly_credits: number | null;
  readonly used: number;
  readonly resets_at: string;
}

export type TopUpOpening =
  | { readonly outcome: 'opened'; readonly transaction_id: string; readonly amount_cents: number; readonly sent_at: Date; readonly email?: string; readonly card_id: string; readonly vault_id: string; readonly initial_transaction_id: string; }
  | { readonly outcome: 'waiting' | 'paused' | 'dropped'; readonly reason: string; }
  | { readonly outcome: 'none';  };

export interface TopUpOrder {
  readonly customer_id: string;
  readonly attempt_id: string;
  readonly transaction_id: string;
  readonly patience_ms: number;
  readonly attempts_per_minute: number;
  readonly attempts_in_flight: number;
  readonly declines_per_customer: number;
  readonly sender: number;
  readonly send_locks: string | null;
  readonly interval_ms: number;
  readonly duplicate_ms: number;
  readonly per_day: number;
  readonly pool_account: string;
}

export type TopUpOutcome = 'opened' | 'waiting' | 'paused' | 'dropped' | 'none';

export type TopUpSaving = 'saved' | 'unknown-customer' | 'blocked' | 'unknown-product' | 'price-changed' | 'limit-below-price' | 'threshold-too-high' | 'unknown-card' | 'card-expired' | 'card-refused' | 'sign-in-needed';

export type TransactionStatus = 'pending' | 'completed' | 'failed' | 'refunded';

export type WithdrawalOutcome = 'withdrawn' | 'opened' | 'unknown-customer' | 'too-many';

/** What each function takes and returns. A function without columns returns `value`. */
export interface SqlFunctions {
  readonly adjust_credits: {
    readonly parameters: { readonly customer: string | null; readonly reference: string | null; readonly cause: string | null; readonly credits: number | null; readonly may_fall_below_zero: boolean | null; };
    readonly row: CreditAdjustment;
  };
  readonly book_delivery: {
    readonly parameters: { readonly endpoint: string | null; readonly event: number | null; readonly attempts: number | null; readonly outcome: string | null; readonly retry_ms: number | null; readonly patience_ms: number | null; };
    readonly row: { readonly value: DeliveryConsequence };
  };
  readonly call_credits: {
    readonly parameters: { readonly calls: readonly CreditCall[]; };
    readonly row: CreditResult;
  };
  readonly claim_deliveries: {
    readonly parameters: { readonly limit: number | null; readonly in_flight: readonly string[] | null; readonly lease_ms: number | null; };
    readonly row: { readonly endpoint_id: string; readonly event_id: number; readonly attempts: number; readonly url: string; readonly secrets: readonly string[]; readonly event: unknown; };
  };
  readonly declines_toward_breaker: {
    readonly parameters: { readonly count: number | null; readonly since: Date | null; readonly until: Date | null; };
    readonly row: { readonly customer_id?: string | null | undefined; readonly site?: string | null | undefined; readonly declined_at?: Date | null | undefined; readonly is_counted?: boolean | null | undefined; };
  };
  readonly delete_old_events: {
    readonly parameters: { readonly limit: number | null; };
    readonly row: { readonly value: number };
  };
  readonly describe_limit: {
    readonly parameters: { readonly customer: string | null; };
    readonly row: SpendingLimitState;
  };
  readonly enable_webhook_endpoint: {
    readonly parameters: { readonly endpoint: string | null; };
    readonly row: { readonly value: number | null };
  };
  readonly end_deletion: {
    readonly parameters: { readonly customer: string | null; };
    readonly row: { readonly value: boolean };
  };
  readonly end_top_up: {
    readonly parameters: { readonly customer: string | null; readonly cause: string | null; readonly card: string | null; };
    readonly row: { readonly value: boolean };
  };
  readonly erase_customer: {
    readonly parameters: { readonly customer: string | null; };
    readonly row: { readonly value: unknown };
  };
  readonly free_refunded_credits: {
    readonly parameters: { readonly customer: string | null; readonly attempt: string | null; };
    readonly row: { readonly value: unknown };
  };
  readonly lock_account: {
    readonly parameters: { readonly customer: string | null; };
    readonly row: { readonly value: unknown };
  };
  readonly lock_products: {
    readonly parameters: {  };
    readonly row: { readonly value: unknown };
  };
  readonly movement_at: {
    readonly parameters: { readonly customer: string | null; readonly at: Date | null; };
    readonly row: { readonly value: number };
  };
  readonly note_refund: {
    readonly parameters: { readonly customer: string | null; readonly refund: string | null; readonly state: string | null; readonly gateway_transaction: string | null; readonly is_end: boolean | null; };
    readonly row: { readonly value: boolean };
  };
  readonly open_account: {
    readonly parameters: { readonly customer: string | null; };
    readonly row: { readonly value: boolean };
  };
  readonly open_purchases: {
    readonly parameters: { readonly orders: readonly PurchaseOrder[]; };
    readonly row: PurchaseOpening;
  };
  readonly open_refund: {
    readonly parameters: { readonly order: RefundOrder; };
    readonly row: RefundOpening;
  };
  readonly open_top_up: {
    readonly parameters: { readonly order: TopUpOrder; };
    readonly row: TopUpOpening;
  };
  readonly pause_top_ups: {
    readonly parameters: { readonly customers: readonly string[] | null; readonly cards: readonly string[] | null; readonly reason: string | null; readonly mails: boolean | null; };
    readonly row: { readonly value: number };
  };
  readonly publish_events: {
    readonly parameters: { readonly limit: number | null; };
    readonly row: { readonly value: number };
  };
  readonly queue_deliveries: {
    readonly parameters: { readonly limit: number | null; readonly waiting: number | null; };
    readonly row: { readonly value: boolean };
  };
  readonly read_usage: {
    readonly parameters: { readonly customer: string | null; readonly to: string | null; readonly days: number | null; readonly by: string | null; readonly limit: number | null; };
    readonly row: { readonly label: string | null; readonly credits: number; readonly count: number; readonly total: number; };
  };
  readonly record_action: {
    readonly parameters: { readonly action: string | null; readonly operator: string | null; readonly command: string | null; readonly customer: string | null; readonly subject: string | null; readonly reason: string | null; readonly details: unknown | null; readonly result: string | null; };
    readonly row: { readonly value: unknown };
  };
  readonly refresh_credits: {
    readonly parameters: { readonly customers: readonly string[] | null; };
    readonly row: { readonly value: unknown };
  };
  readonly remove_webhook_endpoint: {
    readonly parameters: { readonly endpoint: string | null; };
    readonly row: { readonly value: string | null };
  };
  readonly request_deletion: {
    readonly parameters: { readonly customer: string | null; readonly signed_in_at: Date | null; };
    readonly row: DeletionRequest;
  };
  readonly resume_top_up: {
    readonly parameters: { readonly customer: string | null; };
    readonly row: { readonly value: boolean };
  };
  readonly reversals_of: {
    readonly parameters: { readonly customer: string | null; readonly position: number | null; };
    readonly row: { readonly value: unknown };
  };
  readonly rotate_webhook_secret: {
    readonly parameters: { readonly endpoint: string | null; readonly secret: string | null; readonly overlap_ms: number | null; };
    readonly row: { readonly value: boolean };
  };
  readonly save_card: {
    readonly parameters: { readonly customer: string | null; readonly card: string | null; readonly brand: string | null; readonly last4: string | null; readonly expires_on: string | null; };
    readonly row: { readonly value: boolean };
  };
  readonly save_spending_limit: {
    readonly parameters: { readonly customer: string | null; readonly credits: number | null; readonly signed_in_at: Date | null; };
    readonly row: { readonly value: LimitSaving };
  };
  readonly save_top_up: {
    readonly parameters: { readonly customer: string | null; readonly threshold: number | null; readonly product: string | null; readonly expected_cents: number | null; readonly card: string | null; readonly monthly_limit: number | null; readonly words: string | null; readonly signed_in_at: Date | null; };
    readonly row: { readonly value: TopUpSaving };
  };
  readonly seed_products: {
    readonly parameters: { readonly products: unknown | null; readonly rank_step: number | null; };
    readonly row: { readonly value: boolean };
  };
  readonly send_event_again: {
    readonly parameters: { readonly event: number | null; readonly endpoint: string | null; };
    readonly row: { readonly id: string; readonly url: string; };
  };
  readonly settle_purchases: {
    readonly parameters: { readonly decisions: readonly PurchaseDecision[]; };
    readonly row: PurchaseSettlement;
  };
  readonly skip_event_ids: {
    readonly parameters: {  };
    readonly row: { readonly value: number };
  };
  readonly spend_batch: {
    readonly parameters: { readonly calls: readonly CreditCall[]; };
    readonly row: CreditResult;
  };
  readonly sum_usage: {
    readonly parameters: { readonly limit: number | null; };
    readonly row: { readonly value: boolean };
  };
  readonly tend_declines: {
    readonly parameters: {  };
    readonly row: { readonly value: boolean };
  };
  readonly top_up_news: {
    readonly parameters: { readonly customer: string | null; readonly delays: readonly string[] | null; };
    readonly row: { readonly value: unknown };
  };
  readonly top_up_notices: {
    readonly parameters: { readonly customer: string | null; readonly delays: readonly string[] | null; };
    readonly row: { readonly value: unknown };
  };
  readonly trip_circuit_breaker: {
    readonly parameters: { readonly count: number | null; readonly window_ms: number | null; readonly pause_ms: number | null; };
    readonly row: { readonly value: boolean };
  };
  readonly withdraw_purchase: {
    readonly parameters: { readonly customer: string | null; readonly attempt: string | null; readonly code: string | null; readonly detail: string | null; readonly limit: number | null; };
    readonly row: { readonly value: WithdrawalOutcome };
  };
}

/** How to call each function. Parameters in `json` are passed as JSON. Outcomes of a union omit columns that are null. */
export const sqlFunctions: {
  readonly [Name in keyof SqlFunctions]: {
    readonly sql: string;
    readonly parameters: readonly string[];
    readonly json: readonly string[];
    readonly omitsNulls: boolean;
  };
} = {
  adjust_credits: {
    sql: 'select outcome, balance from adjust_credits($1, $2, $3, $4, $5)',
    parameters: ["customer","reference","cause","credits","may_fall_below_zero"],
    json: [],
    omitsNulls: true,
  },
  book_delivery: {
    sql: 'select book_delivery($1, $2, $3, $4, $5, $6) as value',
    parameters: ["endpoint","event","attempts","outcome","retry_ms","patience_ms"],
    json: [],
    omitsNulls: false,
  },
  call_credits: {
    sql: 'select outcome, to_json("spend") as "spend", to_json("hold") as "hold", to_json("grant") as "grant", spending_limit, used, resets_at, required, available, returnable, held, captured from call_credits(array(select given from jsonb_populate_recordset(null::credit_call, $1) given))',
    parameters: ["calls"],
    json: ["calls"],
    omitsNulls: true,
  },
  claim_deliveries: {
    sql: 'select endpoint_id, event_id, attempts, url, secrets, event from claim_deliveries($1, $2, $3)',
    parameters: ["limit","in_flight","lease_ms"],
    json: [],
    omitsNulls: false,
  },
  declines_toward_breaker: {
    sql: 'select customer_id, site, declined_at, is_counted from declines_toward_breaker($1, $2, $3)',
    parameters: ["count","since","until"],
    json: [],
    omitsNulls: false,
  },
  delete_old_events: {
    sql: 'select delete_old_events($1) as value',
    parameters: ["limit"],
    json: [],
    omitsNulls: false,
  },
  describe_limit: {
    sql: 'select monthly_credits, used, resets_at from describe_limit($1)',
    parameters: ["customer"],
    json: [],
    omitsNulls: false,
  },
  enable_webhook_endpoint: {
    sql: 'select enable_webhook_endpoint($1) as value',
    parameters: ["endpoint"],
    json: [],
    omitsNulls: false,
  },
  end_deletion: {
    sql: 'select end_deletion($1) as value',
    parameters: ["customer"],
    json: [],
    omitsNulls: false,
  },
  end_top_up: {
    sql: 'select end_top_up($1, $2, $3) as value',
    parameters: ["customer","cause","card"],
    json: [],
    omitsNulls: false,
  },
  erase_customer: {
    sql: 'select erase_customer($1) as value',
    parameters: ["customer"],
    json: [],
    omitsNulls: false,
  },
  free_refunded_credits: {
    sql: 'select free_refunded_credits($1, $2) as value',
    parameters: ["customer","attempt"],
    json: [],
    omitsNulls: false,
  },
  lock_account: {
    sql: 'select lock_account($1) as value',
    parameters: ["customer"],
    json: [],
    omitsNulls: false,
  },
  lock_products: {
    sql: 'select lock_products() as value',
    parameters: [],
    json: [],
    omitsNulls: false,
  },
  movement_at: {
    sql: 'select movement_at($1, $2) as value',
    parameters: ["customer","at"],
    json: [],
    omitsNulls: false,
  },
  note_refund: {
    sql: 'select note_refund($1, $2, $3, $4, $5) as value',
    parameters: ["customer","refund","state","gateway_transaction","is_end"],
    json: [],
    omitsNulls: false,
  },
  open_account: {
    sql: 'select open_account($1) as value',
    parameters: ["customer"],
    json: [],
    omitsNulls: false,
  },
  open_purchases: {
    sql: 'select outcome, transaction_id, amount_cents, credits_added, refusal_code, refusal_detail, was_sent_before, sent_at, email, vault_id, retry_after_s from open_purchases(array(select given from jsonb_populate_recordset(null::purchase_order, $1) given))',
    parameters: ["orders"],
    json: ["orders"],
    omitsNulls: true,
  },
  open_refund: {
    sql: 'select amount_cents, credits, spent, until, requested_at, outcome from open_refund(jsonb_populate_record(null::refund_order, $1))',
    parameters: ["order"],
    json: ["order"],
    omitsNulls: false,
  },
  open_top_up: {
    sql: 'select outcome, reason, transaction_id, amount_cents, sent_at, email, card_id, vault_id, initial_transaction_id from open_top_up(jsonb_populate_record(null::top_up_order, $1))',
    parameters: ["order"],
    json: ["order"],
    omitsNulls: true,
  },
  pause_top_ups: {
    sql: 'select pause_top_ups($1, $2, $3, $4) as value',
    parameters: ["customers","cards","reason","mails"],
    json: [],
    omitsNulls: false,
  },
  publish_events: {
    sql: 'select publish_events($1) as value',
    parameters: ["limit"],
    json: [],
    omitsNulls: false,
  },
  queue_deliveries: {
    sql: 'select queue_deliveries($1, $2) as value',
    parameters: ["limit","waiting"],
    json: [],
    omitsNulls: false,
  },
  read_usage: {
    sql: 'select label, credits, count, total from read_usage($1, $2, $3, $4, $5)',
    parameters: ["customer","to","days","by","limit"],
    json: [],
    omitsNulls: false,
  },
  record_action: {
    sql: 'select record_action($1, $2, $3, $4, $5, $6, $7, $8) as value',
    parameters: ["action","operator","command","customer","subject","reason","details","result"],
    json: ["details"],
    omitsNulls: false,
  },
  refresh_credits: {
    sql: 'select refresh_credits($1) as value',
    parameters: ["customers"],
    json: [],
    omitsNulls: false,
  },
  remove_webhook_endpoint: {
    sql: 'select remove_webhook_endpoint($1) as value',
    parameters: ["endpoint"],
    json: [],
    omitsNulls: false,
  },
  request_deletion: {
    sql: 'select outcome, requested_at from request_deletion($1, $2)',
    parameters: ["customer","signed_in_at"],
    json: [],
    omitsNulls: true,
  },
  resume_top_up: {
    sql: 'select resume_top_up($1) as value',
    parameters: ["customer"],
    json: [],
    omitsNulls: false,
  },
  reversals_of: {
    sql: 'select reversals_of($1, $2) as value',
    parameters: ["customer","position"],
    json: [],
    omitsNulls: false,
  },
  rotate_webhook_secret: {
    sql: 'select rotate_webhook_secret($1, $2, $3) as value',
    parameters: ["endpoint","secret","overlap_ms"],
    json: [],
    omitsNulls: false,
  },
  save_card: {
    sql: 'select save_card($1, $2, $3, $4, $5) as value',
    parameters: ["customer","card","brand","last4","expires_on"],
    json: [],
    omitsNulls: false,
  },
  save_spending_limit: {
    sql: 'select save_spending_limit($1, $2, $3) as value',
    parameters: ["customer","credits","signed_in_at"],
    json: [],
    omitsNulls: false,
  },
  save_top_up: {
    sql: 'select save_top_up($1, $2, $3, $4, $5, $6, $7, $8) as value',
    parameters: ["customer","threshold","product","expected_cents","card","monthly_limit","words","signed_in_at"],
    json: [],
    omitsNulls: false,
  },
  seed_products: {
    sql: 'select seed_products($1, $2) as value',
    parameters: ["products","rank_step"],
    json: ["products"],
    omitsNulls: false,
  },
  send_event_again: {
    sql: 'select id, url from send_event_again($1, $2)',
    parameters: ["event","endpoint"],
    json: [],
    omitsNulls: false,
  },
  settle_purchases: {
    sql: 'select moved, status, refunded_cents, transaction_id, amount_cents, credits_added, refusal_code, refusal_detail from settle_purchases(array(select given from jsonb_populate_recordset(null::purchase_decision, $1) given))',
    parameters: ["decisions"],
    json: ["decisions"],
    omitsNulls: false,
  },
  skip_event_ids: {
    sql: 'select skip_event_ids() as value',
    parameters: [],
    json: [],
    omitsNulls: false,
  },
  spend_batch: {
    sql: 'select outcome, to_json("spend") as "spend", to_json("hold") as "hold", to_json("grant") as "grant", spending_limit, used, resets_at, required, available, returnable, held, captured from spend_batch(array(select given from jsonb_populate_recordset(null::credit_call, $1) given))',
    parameters: ["calls"],
    json: ["calls"],
    omitsNulls: true,
  },
  sum_usage: {
    sql: 'select sum_usage($1) as value',
    parameters: ["limit"],
    json: [],
    omitsNulls: false,
  },
  tend_declines: {
    sql: 'select tend_declines() as value',
    parameters: [],
    json: [],
    omitsNulls: false,
  },
  top_up_news: {
    sql: 'select top_up_news($1, $2) as value',
    parameters: ["customer","delays"],
    json: [],
    omitsNulls: false,
  },
  top_up_notices: {
    sql: 'select top_up_notices($1, $2) as value',
    parameters: ["customer","delays"],
    json: [],
    omitsNulls: false,
  },
  trip_circuit_breaker: {
    sql: 'select trip_circuit_breaker($1, $2, $3) as value',
    parameters: ["count","window_ms","pause_ms"],
    json: [],
    omitsNulls: false,
  },
  withdraw_purchase: {
    sql: 'select withdraw_purchase($1, $2, $3, $4, $5) as value',
    parameters: ["customer","attempt","code","detail","limit"],
    json: [],
    omitsNulls: false,
  },
};
