import type { ErrorCode } from '#contract/errors.ts';
import type { NewCardResult } from '#domain/saved-cards.ts';
import { StoreError } from '#domain/store-error.ts';
import type { NewCardSource } from '#features/shared/app-context.ts';
import type { CardFields } from '#services/card-fields/card-fields.ts';
import type { CardCalls } from '#services/store/card-calls.ts';

/** Codes that also tell what became of an earlier request with the same key. */
const settled: readonly (ErrorCode | undefined)[] = [
  'declined',
  'not-charged',
  'token-used',
  'too-many-cards',
];

const isSaved = ({ kind, status, code }: StoreError): boolean | 'unknown' => {
  if (kind === 'signed-out' || kind === 'unsent' || code === 'gateway-unreachable') return false;
  const isRefused = kind === 'refused' && status !== null && status < 500 && status !== 408;
  return isRefused && code !== 'attempt-in-progress' ? false : 'unknown';
};

/** Creates what the form for a new card needs. Keeps a token only while its request's outcome is unknown. */
export const createNewCard = (
  { mount, watch, tokenize }: CardFields,
  add: CardCalls['add'],
): NewCardSource => ({
  mount,
  watch,
  async save(billing_address) {
    const answer = await tokenize();
    if (answer.outcome === 'refused')
      return { ...answer, code: 'card-unread', message: answer.failure.message };
    const key = crypto.randomUUID();
    const request = { payment_token: answer.paymentToken, billing_address };
    const send = async (isRepeat: boolean): Promise<NewCardResult> => {
      try {
        return { outcome: 'saved', card: await add(key, request) };
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        const { code, message } = error;
        if (isSaved(error) === false && (!isRepeat || settled.includes(code)))
          return { outcome: 'refused', code, message };
        return isRepeat ? { outcome: 'unknown', repeat: () => send(true) } : send(true);
      }
    };
    return send(false);
  },
});
