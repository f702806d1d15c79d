import type { ErrorCode } from '#contract/errors.ts';
import type { NewCardResult } from '#domain/saved-cards.ts';
import { isConclusive, StoreError } from '#domain/store-error.ts';
import type { NewCardSource } from '#features/shared/app-context.ts';
import type { CardFields } from '#services/card-fields/card-fields.ts';
import type { CardCalls } from '#services/store/card-calls.ts';

/** How long to wait before a request is repeated, in ms. The store may still be working on it. */
const repeatDelay = 2_000;

/** Codes that prove that no request with the same key has saved the card. */
const final: readonly (ErrorCode | undefined)[] = [
  'declined',
  'not-charged',
  'token-used',
  'too-many-cards',
  'card-not-found',
];

/** Returns whether the store certainly saved nothing. */
const isRefusal = ({ kind, status, code }: StoreError, isRepeat: boolean): boolean => {
  if (isRepeat) return final.includes(code);
  if (kind === 'signed-out' || kind === 'unsent' || code === 'gateway-unreachable') return true;
  return kind === 'refused' && isConclusive(status) && code !== 'attempt-in-progress';
};

/** Creates what the form for a new card needs. Keeps a token only while its request's outcome is unknown. */
export const createNewCard = (
  { mount, watch, tokenize }: CardFields,
  add: CardCalls['add'],
): NewCardSource => ({
  mount,
  watch,
  async save(billing_address) {
    const token = await tokenize();
    if (token.outcome === 'refused') return { ...token, code: token.failure.name, message: '' };
    const key = crypto.randomUUID();
    const request = { payment_token: token.paymentToken, billing_address };
    const send = async (isRepeat: boolean): Promise<NewCardResult> => {
      try {
        return { outcome: 'saved', card: await add(key, request) };
      } catch (error) {
        if (error instanceof StoreError && isRefusal(error, isRepeat))
          return { outcome: 'refused', code: error.code, message: error.message };
        if (isRepeat) return { outcome: 'unknown', repeat: () => send(true) };
        await new Promise((resolve) => setTimeout(resolve, repeatDelay));
        return send(true);
      }
    };
    return send(false);
  },
});
