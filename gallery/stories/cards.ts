import type { CardsSource } from '#features/shared/cards-queries.ts';
import { billing, failing, pending, savedCards, visa } from '../harness/fixtures.ts';

import type { Story } from './story.ts';

const atBilling = (cards: Partial<CardsSource> = {}): Story => ({
  at: '/billing',
  cards: { list: async () => savedCards, ...cards },
});
const remove = ['Remove Visa ending in 1111'];
const add = ['Add a card'];
const confirm = [...remove, 'Remove'];

export const cardsStories: Readonly<Record<string, Story>> = {
  loading: atBilling({ list: pending }),
  failed: atBilling({ list: failing }),
  outdated: { ...atBilling({ list: failing }), knownCards: savedCards },
  listed: atBilling(),
  empty: atBilling({ list: async () => [] }),
  news: atBilling({
    list: async () => [
      { ...visa, updated_at: '2026-03-01T12:00:00Z' },
      ...savedCards.slice(1).map((card) => ({ ...card, notice: 'contact-bank' })),
      { ...visa, id: 'closed', last4: '9995', is_default: false, notice: 'closed' },
    ],
  }),
  offline: { ...atBilling(), offline: true },
  adding: { ...atBilling(), presses: add },
  'adding-refused': {
    ...atBilling(),
    lastAddress: billing,
    saveCard: async () => ({ outcome: 'refused', code: 'declined', message: '' }),
    presses: [...add, 'Save card'],
  },
  'adding-unknown': {
    ...atBilling({ list: async () => [] }),
    lastAddress: billing,
    saveCard: async () => ({ outcome: 'unknown', repeat: pending }),
    presses: [...add, 'Save card'],
  },
  removing: { ...atBilling(), presses: remove },
  changing: { ...atBilling(), presses: confirm },
  removed: {
    ...atBilling({ change: async () => ({ outcome: 'done', cards: savedCards.slice(1) }) }),
    presses: confirm,
  },
  unchanged: {
    ...atBilling({ change: async () => ({ outcome: 'refused', message: '' }) }),
    presses: confirm,
  },
};
