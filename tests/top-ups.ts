import type { SavedCard } from '#contract/cards.ts';
import { type TopUp, topUpConsentVersion } from '#contract/top-up.ts';
import type { TopUpSettings } from '#domain/top-up.ts';
import { topUpOff, visa } from '#gallery/harness/fixtures.ts';

export const card: SavedCard = { ...visa, id: 'first', expiry: '12/34' };

export const on: TopUp = {
  ...topUpOff,
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
