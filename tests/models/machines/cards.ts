import type { SavedCard } from '#contract/cards.ts';
import { cardsMachine } from '#machines/cards.ts';
import type { CardsAnswer } from '#machines/cards.types.ts';
import { createTestModel } from '#tests/model-testing/test-model.ts';

const card = (id: string, last4: string, is_default: boolean): SavedCard => ({
  id,
  brand: 'visa',
  last4,
  expiry: '12/34',
  is_default,
  notice: null,
  updated_at: null,
});
export const first = card('first', '1111', true);
export const second = card('second', '4242', false);
const done = (...cards: readonly SavedCard[]): CardsAnswer => ({ outcome: 'done', cards });
const refused: CardsAnswer = { outcome: 'refused', message: 'No.' };

const outcomeOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'outcome' in answer ? answer.outcome : undefined;

export const cardsModel = createTestModel({
  name: 'cards',
  machine: cardsMachine,
  starts: { 'a purchase or the page of cards is opened': undefined },
  events: {
    'the cards are requested': { type: 'cards.requested' },
    'the second card is made the default': { type: 'default.chosen', cardId: second.id },
    'the removal of the first card is requested': { type: 'removal.requested', cardId: first.id },
    'the removal is confirmed': { type: 'removal.confirmed' },
    'the removal is abandoned': { type: 'removal.abandoned' },
    'the second card is chosen': { type: 'card.chosen', cardId: second.id },
    'another card is chosen': { type: 'card.chosen', cardId: null },
    'the customer asks to save the card': { type: 'saving.chosen', saveCard: true },
    'the checkout is closed': { type: 'choice.cleared' },
  },
  outcomes: {
    loadCards: { 'two cards': done(first, second), 'no cards': done(), refused },
    changeCard: { done: done(second), refused },
  },
  /** Without a choice, the end of a checkout changes nothing. */
  when: ({ event }, { context: { choice, saveCard } }) =>
    event.type !== 'choice.cleared' || choice !== null || saveCard,
  secrets: [],
  serializeState: ({ context: { cards, change, choice, saveCard } }) =>
    [cards.length, change?.kind, choice?.cardId, saveCard].join(),
  formatSnapshot: ({ context: { cards, change, failure, done: news, choice, saveCard } }) => [
    `${cards.length} cards`,
    ...(change === null ? [] : [`${change.kind} of ${change.card.id}`]),
    ...(failure === null ? [] : [`failed ${failure.change.kind} ${failure.message}`]),
    ...(news === null ? [] : [`done ${news.kind} of ${news.card.id}`]),
    ...(choice === null ? [] : [`chosen ${choice.cardId}`]),
    ...(saveCard ? ['saving'] : []),
  ],
  invariant: {
    'a card is changed only on request, and removed only after a confirmation': ({
      before,
      after,
      eventCase,
    }) =>
      before.matches({ listed: 'changing' }) ||
      !after.matches({ listed: 'changing' }) ||
      eventCase.event.type ===
        (after.context.change?.kind === 'removal' ? 'removal.confirmed' : 'default.chosen'),
    'the list changes only by an answer of the store': ({ before, after, answer }) =>
      before.context.cards === after.context.cards || outcomeOf(answer) === 'done',
    'a change is in progress or waits exactly while its state says so': ({ after }) =>
      (after.context.change !== null) ===
      (after.matches({ listed: 'changing' }) || after.matches({ listed: 'confirming' })),
    'a change that ends has succeeded or failed': ({ before, after }) =>
      !before.matches({ listed: 'changing' }) ||
      !after.matches({ listed: 'idle' }) ||
      (after.context.done === null) !== (after.context.failure === null),
    'what to pay with changes only by a choice': ({ before, after, eventCase }) =>
      before.context.choice === after.context.choice ||
      ['card.chosen', 'choice.cleared'].includes(eventCase.event.type),
    'a closed checkout leaves no choice': ({ after, eventCase }) =>
      eventCase.event.type !== 'choice.cleared' || (after.context.choice === null && !after.context.saveCard),
  },
});
