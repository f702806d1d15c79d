import { type TopUp, type TopUpRequest, topUpConsentVersion } from '#contract/top-up.ts';
import type { StoreConfig } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import {
  cardNotFound,
  customerBlocked,
  customerNotFound,
  productNotFound,
  storeError,
} from '../http/http-error.ts';
import type { Caller } from '../identity/authentication.ts';
import { toNotices, topUpNotices } from './notices.ts';

interface TopUpToSave {
  readonly caller: Pick<Caller, 'customerId' | 'authenticatedAt'>;
  readonly request: TopUpRequest;
  /** The price that the customer saw, in US cents; undefined accepts any. */
  readonly expectedCents: number | undefined;
}

/** A customer's automatic top-up. Saving and turning off are safe to repeat. */
export const createTopUps = (database: Database, { topUp }: Pick<StoreConfig, 'topUp'>) => {
  const intervalMs = topUp?.intervalMs ?? 0;

  /** @throws HttpError 404 without a customer record */
  const read = async (customerId: string): Promise<TopUp> => {
    const [row] = await database.query<TopUpRow>(findTopUp, [customerId]);
    if (row === undefined) throw customerNotFound();
    const { consentedAt, lastCharge, openCharge, notices, ...settings } = row;
    return {
      ...settings,
      ...toNotices(notices),
      is_available: topUp !== undefined,
      consented_at: consentedAt?.toISOString() ?? null,
      consent_version: topUpConsentVersion,
      interval_seconds: Math.ceil(intervalMs / 1_000),
      last_charge: lastCharge && toCharge(lastCharge),
      open_charge: openCharge && toCharge(openCharge),
    };
  };

  return {
    read,

    /** Keeps the settings and the consent, and turns top-up on. Charges nothing. @throws HttpError: nothing was saved */
    async save({ caller, request, expectedCents }: TopUpToSave): Promise<TopUp> {
      const { customerId, authenticatedAt } = caller;
      if (topUp === undefined) throw unavailable();
      if (request.consent !== topUpConsentVersion) throw consentOutdated();
      const [saved] = await database.query<{ outcome: 'saved' | keyof typeof refusals }>(
        'select save_top_up($1, $2, $3, $4, $5, $6, $7, $8) as outcome',
        [
          customerId,
          request.threshold_credits,
          request.product_id,
          expectedCents,
          request.card_id,
          request.monthly_limit_cents,
          request.consent,
          authenticatedAt,
        ],
      );
      if (saved === undefined) throw new Error('save_top_up returned no row.');
      if (saved.outcome !== 'saved') throw refusals[saved.outcome]();
      return read(customerId);
    },

    /** Sends nothing after this. @returns also a charge that was sent before and has no outcome yet */
    async turnOff(customerId: string): Promise<TopUp> {
      await database.query(`select end_top_up($1, 'customer')`, [customerId]);
      return read(customerId);
    },
  };
};

const unavailable = () =>
  storeError('top-up-unavailable', 'Automatic top-up is not available right now. Nothing was saved.');

const consentOutdated = () =>
  storeError(
    'consent-outdated',
    'The terms of automatic top-up have changed. Nothing was saved. Please read them again.',
  );

const refusals = {
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
      'threshold_credits must be less than the credits of the package with its bonus, or buying it would not be enough.',
    ),
  'card-expired': () =>
    storeError('card-expired', 'This saved card has expired. Please choose another card.'),
  'card-refused': () =>
    storeError(
      'declined',
      'The bank reports that this card may not work. Please choose another card or contact your bank.',
    ),
  'sign-in-needed': () =>
    storeError(
      'recent-sign-in-required',
      'Please sign in again, because this change lets us charge more or another card. Nothing was saved.',
    ),
} as const;

interface Charge {
  readonly id: string;
  readonly at: string;
  readonly cents: number;
  readonly credits: number;
  readonly status: string;
}

interface TopUpRow
  extends Pick<
    TopUp,
    | 'state'
    | 'threshold_credits'
    | 'product_id'
    | 'card_id'
    | 'monthly_limit_cents'
    | 'paused_reason'
    | 'month_cents'
    | 'is_below_threshold'
  > {
  readonly consentedAt: Date | null;
  readonly lastCharge: Charge | null;
  readonly openCharge: Charge | null;
  readonly notices: Parameters<typeof toNotices>[0];
}

const toCharge = ({ id, at, cents, credits, status }: Charge) => ({
  transaction_id: id,
  date: new Date(at).toISOString(),
  amount_cents: cents,
  credits,
  status,
});

const latestCharge = (condition: string) => `
  select jsonb_build_object(
    'id', transaction_id, 'at', entries.created_at, 'cents', amount_cents, 'credits', credits + bonus_credits, 'status', status
  )
  from purchase_attempts attempts join transactions entries using (customer_id, position)
  where customer_id = accounts.customer_id and initiated_by = 'merchant' and ${condition}
  order by attempts.sent_at desc
  limit 1`;

/** SQL: US cents that top-ups charged in this month. The month begins in Chicago, where the app shows days. */
export const chargedThisMonth = (customerId: string): string => `
    select coalesce(sum(amount_cents), 0)::bigint
    from purchase_attempts attempts join transactions entries using (customer_id, position)
    where customer_id = ${customerId} and initiated_by = 'merchant' and (status <> 'failed' or check_at is not null)
      and greatest(sent_at, attempts.settled_at) >= chicago_month(store_now())`;

const findTopUp = `
  select coalesce(top_ups.state, 'off') as state, threshold_credits, product_id, card_id, monthly_limit_cents, paused_reason,
    consented_at as "consentedAt",
    (${latestCharge("status <> 'failed'")}) as "lastCharge",
    (${latestCharge("attempts.state = 'sending'")}) as "openCharge",
    (${chargedThisMonth('accounts.customer_id')}) as month_cents, ${topUpNotices} as notices,
    coalesce(top_ups.state = 'on' and balance - held < threshold_credits, false) and not exists (
      select from top_up_requests where customer_id = accounts.customer_id and ended_at is null
    ) as is_below_threshold
  from accounts left join top_ups on top_ups.customer_id = accounts.customer_id
  where accounts.customer_id = $1`;
