import { type TopUp, topUpConsentVersion } from '#contract/top-up.ts';
import { topUpMachine } from '#machines/top-up.ts';
import type { TopUpAnswer, TopUpFailureName, TopUpSettings } from '#machines/top-up.types.ts';
import { createTestModel } from '#tests/model-testing/test-model.ts';
import { first } from './cards.ts';

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
  card_id: first.id,
  monthly_limit_cents: 5_000,
};
export const paused: TopUp = { ...on, state: 'paused', paused_reason: 'refunded' };
export const stopped: TopUp = { ...on, state: 'off' };

export const settings: TopUpSettings = {
  thresholdCredits: 500,
  productId: 'plus',
  cardId: first.id,
  monthlyLimitCents: 5_000,
  expectedCents: 1_000,
  consent: topUpConsentVersion,
};

const done = (topUp: TopUp): TopUpAnswer => ({ outcome: 'done', topUp });
const refused = (name: TopUpFailureName): TopUpAnswer => ({ outcome: 'refused', name });

const outcomeOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'outcome' in answer ? answer.outcome : undefined;

export const topUpModel = createTestModel({
  name: 'top-up',
  machine: topUpMachine,
  starts: { 'the page of cards is opened': undefined },
  events: {
    'the top-up is requested': { type: 'top-up.requested' },
    'the top-up may have changed': { type: 'top-up.outdated' },
    'the settings are submitted': { type: 'settings.submitted', settings },
    'turning off is requested': { type: 'turn-off.requested' },
  },
  outcomes: {
    loadTopUp: { off: done(off), on: done(on), paused: done(paused), refused: refused('unknown') },
    saveTopUp: {
      done: done(on),
      refused: refused('sign-in-required'),
      'price changed': refused('price-changed'),
      'package withdrawn': refused('package-withdrawn'),
      'card missing': refused('card-missing'),
      'card expired': refused('card-expired'),
      'card refused': refused('card-refused'),
    },
    turnOff: { done: done(stopped), refused: refused('refused') },
  },
  secrets: [],
  serializeState: ({ context: { topUp } }) => topUp?.state ?? 'unknown',
  formatSnapshot: ({ context: { topUp, settings: saved, failure, done: news } }) => [
    topUp?.state ?? 'unknown',
    ...(saved === null ? [] : [`saves ${saved.productId}`]),
    ...(failure === null ? [] : [`failed ${failure.change} ${failure.name}`]),
    ...(news === null ? [] : [`done ${news}`]),
  ],
  invariant: {
    'top-up is turned on and off only on request': ({ before, after, eventCase: { event } }) =>
      (before.matches('saving') || !after.matches('saving') || event.type === 'settings.submitted') &&
      (before.matches('turning-off') || !after.matches('turning-off') || event.type === 'turn-off.requested'),
    'nothing interrupts a change': ({ before, eventCase: { kind }, after }) =>
      kind !== 'event' || !before.hasTag('busy') || after.value === before.value,
    'the top-up changes only by an answer of the store': ({ before, after, answer }) =>
      before.context.topUp === after.context.topUp || outcomeOf(answer) === 'done',
    'the chart shows the state that the store answered': ({ after }) =>
      (['off', 'on', 'paused'] as const).every(
        (state) => !after.matches({ shown: state }) || after.context.topUp?.state === state,
      ),
    'the news of a change agrees with the state that the store answered': ({ after }) =>
      after.context.done === null ||
      after.context.topUp?.state === (after.context.done === 'save' ? 'on' : 'off'),
    'settings stay only while they are being saved': ({ after }) =>
      (after.context.settings !== null) === after.matches('saving'),
    'a change that ends has succeeded or failed': ({ before, after }) =>
      !before.hasTag('busy') ||
      after.hasTag('busy') ||
      (after.context.done === null) !== (after.context.failure === null),
    'after a failure, the top-up is loaded again': ({ before, after }) =>
      !before.hasTag('busy') ||
      after.hasTag('busy') ||
      after.context.failure === null ||
      after.matches({ shown: 'loading' }),
    'packages and cards load again only after a refusal because of them': ({ emitted, after }) =>
      emitted.every(({ type }) =>
        type === 'packages.outdated'
          ? ['price-changed', 'package-withdrawn'].includes(after.context.failure?.name ?? '')
          : ['card-missing', 'card-expired', 'card-refused'].includes(after.context.failure?.name ?? ''),
      ),
  },
});
