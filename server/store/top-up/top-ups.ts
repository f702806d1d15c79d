import { type TopUp, type TopUpRequest, topUpConsentVersion } from '#contract/top-up.ts';
import { type TopUpNews, topUpDelays } from '#contract/top-up-news.ts';
import type { StoreConfig } from '../config/config.ts';
import { callForRow, callFunction } from '../database/call-function.ts';
import type { Database } from '../database/database.ts';
import {
  cardNotFound,
  customerBlocked,
  customerNotFound,
  productNotFound,
  storeError,
} from '../http/http-error.ts';
import type { Caller } from '../identity/authentication.ts';

interface TopUpToSave {
  readonly caller: Pick<Caller, 'customerId' | 'authenticatedAt'>;
  readonly request: TopUpRequest;
  /** The price that the customer saw, in US cents. Undefined accepts any price. */
  readonly expectedCents: number | undefined;
}

/** Creates the API for customers' automatic top-ups. Saving and turning off are safe to repeat. */
export const createTopUps = (database: Database, { topUp }: Pick<StoreConfig, 'topUp'>) => {
  /** Returns a customer's top-up. @throws {HttpError} 404 without a customer record */
  const read = async (customerId: string): Promise<TopUp> => {
    const [row] = await database.query<TopUpRow>(findTopUp, [customerId]);
    if (row === undefined) throw customerNotFound();
    const { notices, ...settings } = row;
    return {
      ...settings,
      ...{ declined: null, delayed: null, shortfall: null, ...notices },
      is_available: topUp !== undefined,
      consent_version: topUpConsentVersion,
      interval_seconds: Math.ceil((topUp?.intervalMs ?? 0) / 1_000),
    };
  };

  return {
    read,

    /** Stores settings and consent, and turns top-up on. Charges nothing. @throws {HttpError} if nothing was saved */
    async save({ caller, request, expectedCents }: TopUpToSave): Promise<TopUp> {
      const { customerId, authenticatedAt } = caller;
      if (topUp === undefined) throw refusals.unavailable();
      if (request.consent !== topUpConsentVersion) throw refusals['consent-outdated']();
      const { value: outcome } = await callForRow(database, 'save_top_up', {
        customer: customerId,
        threshold: request.threshold_credits,
        product: request.product_id,
        expected_cents: expectedCents ?? null,
        card: request.card_id,
        monthly_limit: request.monthly_limit_cents,
        words: request.consent,
        signed_in_at: authenticatedAt,
      });
      if (outcome !== 'saved') throw refusals[outcome]();
      return read(customerId);
    },

    /** Turns top-up off, so that no new charge is sent. @returns the top-up, with any charge in flight */
    async turnOff(customerId: string): Promise<TopUp> {
      await callFunction(database, 'end_top_up', { customer: customerId, cause: 'customer', card: null });
      return read(customerId);
    },
  };
};

const refusals = {
  unavailable: () =>
    storeError('top-up-unavailable', "Automatic top-up isn't available right now. Nothing was saved."),
  'consent-outdated': () =>
    storeError(
      'consent-outdated',
      'The terms of automatic top-up have changed. Nothing was saved. Please read them again.',
    ),
  'unknown-customer': customerNotFound,
  blocked: customerBlocked,
  'unknown-card': cardNotFound,
  'unknown-product': productNotFound,
  'price-changed': () =>
    storeError(
      'price-changed',
      'The price of this package has changed. Nothing was saved. Please check the new price.',
    ),
  'limit-below-price': () =>
    storeError(
      'invalid-request',
      'monthly_limit_cents is below the price of the package, so it would never be bought.',
    ),
  'threshold-too-high': () =>
    storeError(
      'invalid-request',
      'threshold_credits must be less than the credits that the package adds, with its bonus.',
    ),
  'card-expired': () =>
    storeError('card-expired', 'This saved card has expired. Please choose another card.'),
  'card-refused': () =>
    storeError(
      'declined',
      'Your bank says this card may not work. Please choose another card or contact your bank.',
    ),
  'sign-in-needed': () =>
    storeError(
      'recent-sign-in-required',
      'Please sign in again to let us charge more, or another card. Nothing was saved.',
    ),
} as const;

type Notices = Pick<TopUpNews, 'declined' | 'delayed' | 'shortfall'>;
type TopUpRow = Omit<TopUp, keyof Notices | 'is_available' | 'consent_version' | 'interval_seconds'> & {
  readonly notices: Notices | null;
};

const latestCharge = (condition: string) => `
  select json_build_object(
    'transaction_id', transaction_id, 'date', instant(entries.created_at), 'amount_cents', amount_cents,
    'credits', credits + bonus_credits, 'status', status
  )
  from purchase_attempts attempts join transactions entries using (customer_id, position)
  where customer_id = accounts.customer_id and initiated_by = 'merchant' and ${condition}
  order by attempts.sent_at desc
  limit 1`;

/** Returns SQL for US cents that top-ups charged this month. Months start in Chicago time, like days in the app. */
export const chargedThisMonth = (customerId: string): string => `
    select coalesce(sum(amount_cents), 0)::bigint
    from purchase_attempts attempts join transactions entries using (customer_id, position)
    where customer_id = ${customerId} and initiated_by = 'merchant' and (status <> 'failed' or check_at is not null)
      and greatest(sent_at, attempts.settled_at) >= chicago_month(store_now())`;

const findTopUp = `
  select coalesce(top_ups.state, 'off') as state, threshold_credits, product_id, card_id, monthly_limit_cents, paused_reason,
    instant(consented_at) as consented_at,
    (${latestCharge("status <> 'failed'")}) as last_charge,
    (${latestCharge("attempts.state = 'sending'")}) as open_charge,
    (${chargedThisMonth('accounts.customer_id')}) as month_cents,
    top_up_notices(accounts.customer_id, '{${topUpDelays.join()}}') as notices,
    coalesce(top_ups.state = 'on' and balance - held < threshold_credits, false) and not exists (
      select from top_up_requests where customer_id = accounts.customer_id and ended_at is null
    ) as is_below_threshold
  from accounts left join top_ups on top_ups.customer_id = accounts.customer_id
  where accounts.customer_id = $1`;
