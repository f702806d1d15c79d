import type { Context } from 'hono';
import { maxCredits } from '#contract/merchant/requests.ts';
import type { Credits } from '../credits/credits.ts';
import { type HttpError, merchantError, storeError } from '../http/http-error.ts';

/** What a call on credits that may be refused returns. */
type Result = Extract<Awaited<ReturnType<Credits[keyof Credits]>>, { readonly outcome: string }>;
type Done = Extract<Result, { spend: unknown } | { hold: unknown } | { grant: unknown }>;
type Refused = Exclude<Result, Done>;

const isDone = (result: Result): result is Done => 'spend' in result || 'hold' in result || 'grant' in result;

/** Returns what the call has done. Its response has the status 201, or 200 if it was done before. @throws HttpError */
export const expectDone = <Returned extends Done>(c: Context, result: Returned | Refused): Returned => {
  if (!isDone(result)) throw toHttpError(result);
  if (result.outcome === 'created') c.status(201);
  return result;
};

/** The merchant's API's response to a call on credits that changed nothing. */
export const toHttpError = (result: Refused): HttpError => {
  const { outcome } = result;
  if (outcome === 'expires-in-past')
    return storeError('invalid-request', 'expires_at must be in the future.');
  if (outcome !== 'insufficient-credits') return merchantError(outcome, detailOf(result));
  const { required, available } = result;
  return merchantError(outcome, detailOf(result), {}, { required, available });
};

const detailOf = (result: Exclude<Refused, { outcome: 'expires-in-past' }>): string => {
  switch (result.outcome) {
    case 'insufficient-credits':
      return `${result.required} credits are required, and ${Math.max(result.available, 0)} are available.`;
    case 'customer-not-found':
      return 'There is no customer with this id.';
    case 'customer-blocked':
      return 'This customer is blocked.';
    case 'id-reused':
      return 'This id belongs to a call with other content.';
    case 'spend-not-found':
      return 'There is no spend with this id.';
    case 'exceeds-spend':
      return `Of this spend, ${result.returnable} credits can be returned.`;
    case 'hold-not-found':
      return 'There is no hold with this id.';
    case 'exceeds-hold':
      return `This hold has ${result.held} credits: capture those, and spend the rest.`;
    case 'hold-captured':
      return `This hold was captured before, with ${result.captured} credits.`;
    case 'hold-released':
      return 'This hold was released.';
    case 'hold-expired':
      return 'This hold has expired, and its credits are free again.';
    case 'grant-not-found':
      return 'There is no grant with this id.';
    case 'balance-full':
      return `A balance has at most ${maxCredits} credits.`;
  }
};
