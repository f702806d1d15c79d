import { type MerchantErrorCode, merchantErrors } from '#contract/merchant/errors.ts';
import { maxCredits } from '#contract/merchant/requests.ts';
import type {
  CaptureResult,
  ExtendResult,
  GrantResult,
  HoldResult,
  ReleaseResult,
  ReturnResult,
  SpendResult,
  VoidResult,
} from '../credits/credits.ts';
import { Refusal } from '../refusals.ts';

type Result =
  | SpendResult
  | ReturnResult
  | HoldResult
  | CaptureResult
  | ExtendResult
  | ReleaseResult
  | GrantResult
  | VoidResult;
type Done = Extract<Result, { spend: unknown } | { hold: unknown } | { grant: unknown }>;
type Refused = Exclude<Result, Done>;

const refusalOf = (code: MerchantErrorCode, detail: string, facts?: Readonly<Record<string, number>>) =>
  new Refusal(merchantErrors[code].status, code, detail, {}, facts);

export const customerUnknown = (): Refusal =>
  refusalOf('customer-not-found', 'There is no customer with this id.');

export const eventUnknown = (): Refusal =>
  refusalOf(
    'unknown-event',
    'There is no event with the id `after`. It is another store’s, or this store was restored from a backup.',
  );

export const eventsGone = (): Refusal =>
  refusalOf('events-gone', 'Events after the id `after` were deleted, because they were older than 30 days.');

/** The merchant's API's response to a call on credits that changed nothing. */
export const refused = (result: Refused): Refusal => {
  switch (result.outcome) {
    case 'insufficient-credits': {
      const { required, available } = result;
      const detail = `${required} credits are required, and ${Math.max(available, 0)} are available.`;
      return refusalOf('insufficient-credits', detail, { required, available });
    }
    case 'customer-not-found':
      return customerUnknown();
    case 'customer-blocked':
      return refusalOf('customer-blocked', 'This customer is blocked.');
    case 'id-reused':
      return refusalOf('id-reused', 'This id belongs to a call with other content.');
    case 'spend-not-found':
      return refusalOf('spend-not-found', 'There is no spend with this id.');
    case 'exceeds-spend':
      return refusalOf('exceeds-spend', `Of this spend, ${result.returnable} credits can be returned.`);
    case 'hold-not-found':
      return refusalOf('hold-not-found', 'There is no hold with this id.');
    case 'exceeds-hold':
      return refusalOf(
        'exceeds-hold',
        `This hold has ${result.held} credits: capture those, and spend the rest.`,
      );
    case 'hold-captured':
      return refusalOf('hold-captured', `This hold was captured before, with ${result.captured} credits.`);
    case 'hold-released':
      return refusalOf('hold-released', 'This hold was released.');
    case 'hold-expired':
      return refusalOf('hold-expired', 'This hold has expired, and its credits are free again.');
    case 'grant-not-found':
      return refusalOf('grant-not-found', 'There is no grant with this id.');
    case 'expires-in-past':
      return new Refusal(400, 'invalid-request', 'expires_at must be in the future.');
    case 'balance-full':
      return refusalOf('balance-full', `A balance has at most ${maxCredits} credits.`);
  }
};
