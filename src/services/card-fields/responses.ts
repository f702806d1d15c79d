import * as v from 'valibot';
import type { CheckoutFailureName, TokenAnswer } from '#machines/checkout.types.ts';
import { cardFields } from './hosts.ts';

const validationSchema = v.tuple([v.picklist(cardFields), v.boolean(), v.nullish(v.string(), '')]);
const responseSchema = v.object({ token: v.pipe(v.string(), v.nonEmpty()) });

/** What the gateway says of a field. Null when it is about no field that is known here. */
export const readValidation = (...said: readonly unknown[]) => {
  const validation = v.safeParse(validationSchema, said);
  if (!validation.success) return null;
  const [field, valid, message] = validation.output;
  return { field, state: { valid, message: valid ? '' : message } };
};

/** The token in the gateway's response, which also holds the masked card: that is not looked at. */
export const readToken = (response: unknown): TokenAnswer => {
  const read = v.safeParse(responseSchema, response);
  return read.success ? { outcome: 'tokenised', token: read.output.token } : refused('token-missing');
};

/** A refusal, with the words of whoever refused. */
export const refused = (name: CheckoutFailureName, words?: unknown) =>
  ({
    outcome: 'refused',
    failure: { name, message: words instanceof Error ? words.message : String(words ?? '') },
  }) as const;
