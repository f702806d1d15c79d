import type { CardField, CardFieldState, CheckoutEvent } from '#machines/purchase/checkout.types.ts';
import { cardFields } from './collect-js.ts';

export type CardFieldEvent = Extract<
  CheckoutEvent,
  { readonly type: 'card-field.checked' | 'card-fields.lost' | 'form.edited' }
>;

const untouched: CardFieldState = { valid: false, message: '' };

/** Creates storage for the fields' states, as last reported by the gateway. */
export const createFieldStates = () => {
  const states = new Map<CardField, CardFieldState>();
  const listeners = new Set<(event: CardFieldEvent) => void>();
  let areLost = false;

  const checked = (field: CardField): CardFieldEvent => ({
    type: 'card-field.checked',
    field,
    ...(states.get(field) ?? untouched),
  });

  const set = (field: CardField, state: CardFieldState) => {
    states.set(field, state);
    for (const send of listeners) send(checked(field));
  };

  return {
    set,
    /** Hides a field's error while the customer corrects the field. */
    enter(field: CardField) {
      const state = states.get(field);
      if (state?.message) set(field, { ...state, message: null });
      for (const send of listeners) send({ type: 'form.edited' });
    },
    reportLost() {
      areLost = true;
      for (const send of listeners) send({ type: 'card-fields.lost' });
    },
    reset() {
      areLost = false;
      for (const field of cardFields) set(field, untouched);
    },
    /** Sends the current states, then each change. Returns the unsubscribe function. */
    watch(send: (event: CardFieldEvent) => void): () => void {
      listeners.add(send);
      if (areLost) send({ type: 'card-fields.lost' });
      else for (const field of cardFields) send(checked(field));
      return () => void listeners.delete(send);
    },
  };
};

/** How long to wait for other fields' results after the first invalid field, in ms. */
const spreadLimit = 250;

/** Creates a detector for an invalid card during a token request. Collect.js has no callback for that. */
export const createFieldChecks = () => {
  let onInvalid: ((message: string) => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const checked = new Map<CardField, CardFieldState>();

  const end = () => {
    clearTimeout(timer);
    timer = undefined;
    onInvalid = null;
    checked.clear();
  };
  const finish = () => {
    const invalid = cardFields.map((field) => checked.get(field)).find((state) => state?.valid === false);
    if (invalid !== undefined) onInvalid?.(invalid.message ?? '');
    end();
  };

  return {
    areAwaited: () => onInvalid !== null,
    /** Calls back once with the topmost error: after all checks, or `spreadLimit` after the first error. */
    begin(listener: (message: string) => void): void {
      end();
      onInvalid = listener;
    },
    report(field: CardField, state: CardFieldState): void {
      if (onInvalid === null) return;
      checked.set(field, state);
      if ([...checked.values()].every(({ valid }) => valid)) return;
      if (checked.size === cardFields.length) finish();
      else timer ??= setTimeout(finish, spreadLimit);
    },
    end,
  };
};
