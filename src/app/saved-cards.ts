import { waitFor } from 'xstate';
import { chosenCard, isUsable } from '#domain/saved-cards.ts';
import type { CardsActor } from '#features/shared/app-context.ts';
import { isFailed, isLoading, isSaving, selectCards, selectChoice } from '#machines/cards.selectors.ts';
import type { MountAnswer, PaymentAnswer, TokenAnswer } from '#machines/checkout.types.ts';
import { anySignal } from '#services/abort.ts';
import type { CardFields } from '#services/card-fields/card-fields.ts';
import type { CardFieldEvent } from '#services/card-fields/field-states.ts';
import type { Payments } from '#services/store/payments.ts';

/** Milliseconds that a checkout waits for the list of cards. Then it asks for a card. */
const listLimit = 4_000;

const fields = ['ccnumber', 'ccexp', 'cvv'] as const;

interface CardParts {
  readonly cardFields: CardFields;
  readonly payments: Payments;
}

/** Makes card fields and payments use the chosen saved card. A saved card needs none of the gateway's code. */
export const withSavedCards = ({ cardFields, payments }: CardParts, cards: CardsActor): CardParts => {
  const chosenId = (): string | null => {
    const snapshot = cards.getSnapshot();
    return chosenCard(selectCards(snapshot), selectChoice(snapshot), Date.now())?.id ?? null;
  };

  /** Resolves when the list is known or failed to load. */
  const whenKnown = async (signal?: AbortSignal): Promise<void> => {
    if (isFailed(cards.getSnapshot())) cards.send({ type: 'cards.requested' });
    try {
      await waitFor(cards, (snapshot) => !isLoading(snapshot), {
        timeout: listLimit,
        ...(signal && { signal }),
      });
    } catch {
      signal?.throwIfAborted();
      // A list that arrives later must not replace the fields that the customer types into.
      cards.send({ type: 'card.chosen', cardId: null });
    }
  };

  /** Calls back when the customer turns from a saved card to a typed one, or back. */
  const onSwitched = (listener: () => void): (() => void) => {
    const wasSaved = chosenId() !== null;
    const { unsubscribe } = cards.subscribe(() => {
      if ((chosenId() !== null) !== wasSaved) listener();
    });
    return unsubscribe;
  };

  /** Ends the mount without fields if the customer chooses a saved card. */
  const mountFields = async (signal?: AbortSignal): Promise<MountAnswer> => {
    const switched = new AbortController();
    const stop = onSwitched(() => switched.abort());
    try {
      return await cardFields.mount(signal ? anySignal(signal, switched.signal) : switched.signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (switched.signal.aborted) return { outcome: 'mounted' };
      throw error;
    } finally {
      stop();
    }
  };

  const chooseAnother = (refusedId: string): void => {
    const other = selectCards(cards.getSnapshot()).find(
      (card) => card.id !== refusedId && isUsable(card, Date.now()),
    );
    cards.send({ type: 'card.chosen', cardId: other?.id ?? null });
    cards.send({ type: 'cards.requested' });
  };

  const note = (answer: PaymentAnswer, cardId: string | null, isSaved: boolean): PaymentAnswer => {
    if (answer.outcome === 'approved' && isSaved) cards.send({ type: 'cards.requested' });
    if (answer.outcome === 'refused' && answer.failure.name === 'card-refused' && cardId !== null)
      chooseAnother(cardId);
    return answer;
  };

  return {
    cardFields: {
      attach: cardFields.attach,
      warmUp: () => void whenKnown().then(() => chosenId() === null && cardFields.warmUp()),
      async mount(signal) {
        await whenKnown(signal);
        return chosenId() === null ? mountFields(signal) : { outcome: 'mounted' };
      },
      watch(send: (event: CardFieldEvent) => void) {
        const stopSwitch = onSwitched(() => send({ type: 'card-fields.lost' }));
        if (chosenId() === null) {
          const stop = cardFields.watch(send);
          return () => {
            stopSwitch();
            stop();
          };
        }
        for (const field of fields) send({ type: 'card-field.checked', field, valid: true, message: '' });
        return stopSwitch;
      },
      async tokenize(signal): Promise<TokenAnswer> {
        const cardId = chosenId();
        if (cardId !== null) return { outcome: 'saved', cardId };
        const saveCard = isSaving(cards.getSnapshot());
        const answer = await cardFields.tokenize(signal);
        return answer.outcome === 'tokenized' ? { ...answer, saveCard } : answer;
      },
    },
    payments: {
      ...payments,
      pay: async (order, signal) =>
        note(await payments.pay(order, signal), order.cardId ?? null, order.saveCard ?? false),
      askOutcome: async (question, readKept, signal) =>
        note(
          await payments.askOutcome(question, readKept, signal),
          question.cardId ?? null,
          question.saveCard ?? false,
        ),
    },
  };
};
