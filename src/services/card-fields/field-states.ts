import type { CardField, CardFieldState, CheckoutEvent } from '#machines/checkout.types.ts';
import { cardFields } from './hosts.ts';

/** What the gateway last said of its fields, and who is told. */
export interface FieldStates {
  /** Tells the state of every field at once, then each change. Answers with how to stop. */
  watch(send: (event: CardFieldChecked) => void): () => void;
  set(field: CardField, state: CardFieldState): void;
  /** Every field is as if untouched. */
  reset(): void;
}

export type CardFieldChecked = Extract<CheckoutEvent, { readonly type: 'card-field.checked' }>;

const untouched: CardFieldState = { valid: false, message: '' };

export const createFieldStates = (): FieldStates => {
  const states = new Map<CardField, CardFieldState>();
  const watchers = new Set<(event: CardFieldChecked) => void>();

  const checked = (field: CardField): CardFieldChecked => ({
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
    reset() {
      for (const field of cardFields) set(field, untouched);
    },
    watch(send) {
      watchers.add(send);
      for (const field of cardFields) send(checked(field));
      return () => void watchers.delete(send);
    },
  };
};
