import { fromPromise } from 'xstate';
import type { cardsMachine } from '#machines/cards.ts';
import type { CardsAnswer } from '#machines/cards.types.ts';
import { type CardsSetup, never, rejects, resolves } from '../harness/actors.ts';
import { savedCards, visa } from '../harness/fixtures.ts';
import type { StoriesOf, Story } from './story.ts';

const listed = resolves<CardsAnswer>({ outcome: 'done', cards: savedCards });
const atBilling = ({ actors, events = [] }: CardsSetup): Story => ({
  at: '/billing',
  cards: { actors: { loadCards: listed, ...actors }, events },
});
const answered = new WeakSet<object>();
/** Answers each machine only once. */
const listedOnce = fromPromise<CardsAnswer>(async ({ self: { _parent: machine } }) => {
  if (machine === undefined || answered.has(machine)) throw new Error('The store does not answer.');
  answered.add(machine);
  return { outcome: 'done', cards: savedCards };
});
const remove = { type: 'removal.requested', cardId: visa.id } as const;
const confirm = { type: 'removal.confirmed' } as const;

export const cardsStories: StoriesOf<typeof cardsMachine> = {
  loading: { story: atBilling({ actors: { loadCards: never() } }) },
  failed: {
    story: atBilling({ actors: { loadCards: rejects() } }),
    variants: {
      outdated: atBilling({ actors: { loadCards: listedOnce }, events: [{ type: 'cards.requested' }] }),
    },
  },
  'listed.idle': {
    story: atBilling({}),
    variants: {
      empty: atBilling({ actors: { loadCards: resolves({ outcome: 'done', cards: [] }) } }),
      news: atBilling({
        actors: {
          loadCards: resolves({
            outcome: 'done',
            cards: [
              { ...visa, updated_at: '2026-03-01T12:00:00Z' },
              ...savedCards.slice(1).map((card) => ({ ...card, notice: 'contact-bank' })),
              { ...visa, id: 'closed', last4: '9995', is_default: false, notice: 'closed' },
            ],
          }),
        },
      }),
      offline: { ...atBilling({}), offline: true },
      removed: atBilling({
        actors: { changeCard: resolves({ outcome: 'done', cards: savedCards.slice(1) }) },
        events: [remove, confirm],
      }),
      unchanged: atBilling({ actors: { changeCard: rejects() }, events: [remove, confirm] }),
    },
  },
  'listed.confirming': { story: atBilling({ events: [remove] }) },
  'listed.changing': { story: atBilling({ events: [remove, confirm] }) },
};
