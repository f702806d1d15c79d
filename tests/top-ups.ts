import type { SavedCard } from '#contract/cards.ts';
import { type TopUp, topUpConsentVersion } from '#contract/top-up.ts';
import type { TopUpSettings } from '#domain/top-up.ts';

export const card: SavedCard = {
  id: 'first',
  brand: 'visa',
  last4: '1111',
  expiry: '12/34',
  is_default: true,
  notice: null,
  updated_at: null,
};

export const off: TopUp = {
  state: 'off',
  is_available: true,
  threshold_credits: null,
  product_id: null,
  card_id: null,
  monthly_limit_cents: null,
  paused_reason: null,
  consented_at: null,
  consent_version: topUpConsentVersion,
  interval_seconds: 1_800,
  month_cents: 0,
  last_charge: null,
  open_charge: null,
  declined: null,
  delayed: null,
  shortfall: null,
  is_below_threshold: false,
};
export const on: TopUp = {
  ...off,
  state: 'on',
  threshold_credits: 500,
  product_id: 'plus',
  card_id: card.id,
  monthly_limit_cents: 5_000,
};
export const stopped: TopUp = { ...on, state: 'off' };

export const settings: TopUpSettings = {
  thresholdCredits: 500,
  productId: 'plus',
  cardId: card.id,
  monthlyLimitCents: 5_000,
  expectedCents: 1_000,
  consent: topUpConsentVersion,
};
