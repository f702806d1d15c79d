import type { Context } from 'hono';
import type { MerchantReplies } from '#contract/merchant/replies.ts';
import { maxCredits } from '#contract/merchant/requests.ts';
import type { CreditResult, MerchantGrant, MerchantHold, MerchantSpend } from '../database/functions.gen.ts';
import { type HttpError, merchantError, storeError } from '../http/http-error.ts';
import type { RequestEnvironment } from '../http/middleware.ts';

/** A spend's result in a batch. */
export type SpendResult = MerchantReplies['SpendBatch']['results'][number];

interface Changed {
  readonly spend: MerchantSpend;
  readonly hold: MerchantHold;
  readonly grant: MerchantGrant;
}
type DoneOutcome = 'created' | 'captured' | 'extended' | 'released' | 'voided' | 'repeated';
type Done = Extract<CreditResult, { readonly outcome: DoneOutcome }>;
type Refused = Exclude<CreditResult, Done>;

const isDone = (result: CreditResult): result is Done =>
  'spend' in result || 'hold' in result || 'grant' in result;

/** Returns what a spend's own PUT would have responded. @param id as given */
export const toSpendResult = (
  c: Context<RequestEnvironment>,
  id: string | null,
  result?: CreditResult,
): SpendResult => {
  if (result !== undefined && !isDone(result))
    return toRefusedSpend(id, toHttpError(result, c.get('buyUrl')));
  if (result?.spend === undefined) throw new Error('A spend has no result.');
  return { ...result.spend, status: result.outcome === 'created' ? 201 : 200 };
};

export const toRefusedSpend = (id: string | null, { status, body }: HttpError): SpendResult => ({
  id,
  status,
  ...body,
});

/** Returns what a call changed. Sets status 201, or 200 for a repeated call. @throws {HttpError} if it was refused */
export const expectDone = <Kind extends keyof Changed>(
  c: Context<RequestEnvironment>,
  result: CreditResult,
  kind: Kind,
): Changed[Kind] => {
  if (!isDone(result)) throw toHttpError(result, c.get('buyUrl'));
  const { [kind]: changed }: Partial<Changed> = result;
  if (changed === undefined) throw new Error(`A call on a ${kind} returned none.`);
  if (result.outcome === 'created') c.status(201);
  return changed;
};

/** Returns what a read found. @throws {HttpError} 404 if it is null */
export const expectFound = <Found>(
  found: Found | null,
  outcome: 'customer-not-found' | 'spend-not-found' | 'hold-not-found',
): Found => {
  if (found === null) throw toHttpError({ outcome });
  return found;
};

/**
 * Converts a refused credit call to the response of the merchant's API.
 * @param buyUrl where the customer can buy credits; undefined if the store doesn't know
 */
export const toHttpError = (result: Refused, buyUrl?: string): HttpError => {
  const { outcome } = result;
  if (outcome === 'expires-in-past') return storeError('invalid-request', detailOf(result));
  if (outcome === 'spending-limit-reached') {
    const { spending_limit: limit, used, resets_at } = result;
    return merchantError(outcome, detailOf(result), {}, { limit, used, resets_at });
  }
  if (outcome !== 'insufficient-credits') return merchantError(outcome, detailOf(result));
  const { required, available } = result;
  const facts = { required, available, ...(buyUrl !== undefined && { buy_url: buyUrl }) };
  return merchantError(outcome, detailOf(result), {}, facts);
};

const details = {
  'customer-not-found': 'There is no customer with this id.',
  'customer-blocked': 'This customer is blocked.',
  'id-reused': 'This id belongs to a call with different content.',
  'spend-not-found': 'There is no spend with this id.',
  'hold-not-found': 'There is no hold with this id.',
  'hold-released': 'This hold was released.',
  'hold-expired': 'This hold has expired, and its credits are free again.',
  'grant-not-found': 'There is no grant with this id.',
  'expires-in-past': 'expires_at must be in the future.',
  'balance-full': `A balance has at most ${maxCredits} credits.`,
};

const detailOf = (result: Refused): string => {
  switch (result.outcome) {
    case 'spending-limit-reached':
      return `The customer’s spending limit is ${result.spending_limit} credits a month, and ${result.used} are used.`;
    case 'insufficient-credits':
      return `${result.required} credits are required, and ${Math.max(result.available, 0)} are available.`;
    case 'exceeds-spend':
      return `This spend has ${result.returnable} credits left to return.`;
    case 'exceeds-hold':
      return `This hold has ${result.held} credits: capture those, and spend the rest.`;
    case 'hold-captured':
      return `This hold was captured before, with ${result.captured} credits.`;
    default:
      return details[result.outcome];
  }
};
