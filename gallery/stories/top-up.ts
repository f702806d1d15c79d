import type { TopUp } from '#contract/top-up.ts';
import type { CardsAnswer } from '#machines/cards.types.ts';
import type { topUpMachine } from '#machines/top-up.ts';
import type { TopUpAnswer, TopUpFailureName, TopUpSettings } from '#machines/top-up.types.ts';
import { never, rejects, resolves, type TopUpSetup } from '../harness/actors.ts';
import { plus, savedCards, topUpOff, topUpOn, visa } from '../harness/fixtures.ts';
import type { StoriesOf, Story } from './story.ts';

const listed = { actors: { loadCards: resolves<CardsAnswer>({ outcome: 'done', cards: savedCards }) } };

const answers = (topUp: TopUp) => ({ loadTopUp: resolves<TopUpAnswer>({ outcome: 'done', topUp }) });

const withTopUp = (topUp: TopUp, { actors, events = [] }: TopUpSetup = {}): Story => ({
  at: '/billing',
  cards: listed,
  topUp: { actors: { ...answers(topUp), ...actors }, events },
});

const paused: TopUp = { ...topUpOn, state: 'paused', paused_reason: 'declined-repeatedly' };

const open = topUpOn.last_charge && { ...topUpOn.last_charge, transaction_id: 'open', status: 'pending' };

const settings: TopUpSettings = {
  thresholdCredits: 500,
  productId: plus.id,
  cardId: visa.id,
  monthlyLimitCents: 5_000,
  expectedCents: plus.price_cents,
  consent: topUpOff.consent_version,
};
const save = { type: 'settings.submitted', settings } as const;
const turnOff = { type: 'turn-off.requested' } as const;

const refusedSave = (name: TopUpFailureName): TopUpSetup => ({
  actors: { saveTopUp: resolves<TopUpAnswer, TopUpSettings>({ outcome: 'refused', name }) },
  events: [save],
});

export const topUpStories: StoriesOf<typeof topUpMachine> = {
  'shown.loading': { story: withTopUp(topUpOff, { actors: { loadTopUp: never() } }) },
  'shown.failed': { story: withTopUp(topUpOff, { actors: { loadTopUp: rejects() } }) },
  'shown.sorting': { sameAs: 'shown.off', reason: 'It passes at once to the state that the store answered.' },
  'shown.off': {
    story: withTopUp(topUpOff),
    variants: {
      'without-a-card': { at: '/billing', topUp: { actors: answers(topUpOff) } },
      refused: withTopUp(topUpOff, refusedSave('sign-in-required')),
      'in-other-words': withTopUp({ ...topUpOff, consent_version: '2027-01-01' }),
      unavailable: withTopUp({ ...topUpOff, is_available: false }),
      offline: { ...withTopUp(topUpOff), offline: true },
      'turned-off': withTopUp(topUpOn, {
        actors: {
          turnOff: resolves<TopUpAnswer>({
            outcome: 'done',
            topUp: { ...topUpOn, state: 'off', open_charge: open, last_charge: open },
          }),
        },
        events: [turnOff],
      }),
    },
  },
  'shown.on': {
    story: withTopUp(topUpOn),
    variants: {
      charging: withTopUp({ ...topUpOn, open_charge: open, last_charge: open }),
      'not-turned-off': withTopUp(topUpOn, { actors: { turnOff: rejects() }, events: [turnOff] }),
      unavailable: withTopUp({ ...topUpOn, is_available: false }),
    },
  },
  'shown.paused': {
    story: withTopUp(paused),
    variants: { 'for-a-new-price': withTopUp({ ...paused, paused_reason: 'price-changed' }) },
  },
  saving: { story: withTopUp(topUpOff, { events: [save] }) },
  'turning-off': { story: withTopUp(topUpOn, { events: [turnOff] }) },
};
