import type { CardField, CardFieldState, CheckoutEvent } from '#machines/checkout.types.ts';
import { cardFields } from './hosts.ts';

/** What the gateway last said of its fields, and who is told. */
export interface FieldStates {
  /** Tells the state of every field at once, or that they are lost, then each change. Answers with how to stop. */
  watch(send: (event: CardFieldEvent) => void): () => void;
  set(field: CardField, state: CardFieldState): void;
  /** The fields have gone, and what was typed with them. */
  lose(): void;
  /** Every field is there and as if untouched. */
  reset(): void;
}

export type CardFieldEvent = Extract<
  CheckoutEvent,
  { readonly type: 'card-field.checked' | 'card-fields.lost' }
>;

const untouched: CardFieldState = { valid: false, message: '' };

export const createFieldStates = (): FieldStates => {
  const states = new Map<CardField, CardFieldState>();
  const watchers = new Set<(event: CardFieldEvent) => void>();
  let areLost = false;

  const checked = (field: CardField): CardFieldEvent => ({
    type: 'card-field.checked',
    field,
    ...(states.get(field) ?? untouched),
  });

  const set = (field: CardField, state: CardFieldState) => {
    states.set(field, state);
    for (const send of watchers) send(checked(field));
  };

  return {
    set,
    lose() {
      areLost = true;
      for (const send of watchers) send({ type: 'card-fields.lost' });
    },
    reset() {
      areLost = false;
      for (const field of cardFields) set(field, untouched);
    },
    watch(send) {
      watchers.add(send);
      if (areLost) send({ type: 'card-fields.lost' });
      else for (const field of cardFields) send(checked(field));
      return () => void watchers.delete(send);
    },
  };
};
