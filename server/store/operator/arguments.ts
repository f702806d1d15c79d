import { InvalidArgumentError } from 'commander';
import { type Scope, scopes } from '#contract/merchant/endpoints.ts';
import { maxCredits } from '#contract/merchant/requests.ts';
import { withSecretsRedacted } from '../logging/failures.ts';
import { longestLifetimeDays } from '../products/products.ts';
import { whole } from './report.ts';

/** Parsers of arguments. Each throws an InvalidArgumentError, whose message follows the argument's name. */

const expect = (isValid: boolean, message: string): void => {
  if (!isValid) throw new InvalidArgumentError(message);
};

const matching =
  (pattern: RegExp, message: string) =>
  (text: string): string => {
    expect(pattern.test(text), message);
    return text;
  };

const wholeNumber = (text: string): number => {
  const value = Number(text);
  expect(/^-?\d+$/.test(text) && Number.isSafeInteger(value), 'It must be a whole number.');
  return value;
};

export const atLeast =
  (least: number) =>
  (text: string): number => {
    const value = wholeNumber(text);
    expect(value >= least, `It must be at least ${least}.`);
    return value;
  };

/** Parses credits or US cents, within the database's limits. */
export const amountFrom =
  (least: number) =>
  (text: string): number => {
    if (/^\d+$/.test(text) && Number(text) > maxCredits)
      throw new InvalidArgumentError(`It must be at most ${whole(maxCredits)}.`);
    return atLeast(least)(text);
  };

export const cents = (text: string): number => {
  expect(/^\d+$/.test(text), 'It must be a whole number of US cents: 500 is $5.00.');
  return amountFrom(1)(text);
};

/** Parses days. Returns 0 for `never`, because Commander turns null into an empty string. */
export const lifetime = (text: string): number => {
  if (text === 'never') return 0;
  const days = /^\d+$/.test(text) ? Number(text) : 0;
  const isWithin = days >= 1 && days <= longestLifetimeDays;
  expect(isWithin, `It must be 1 to ${whole(longestLifetimeDays)} days, or never.`);
  return days;
};

/** Parses a number of credits other than 0. Negative removes credits. */
export const credits = (text: string): number => {
  const value = wholeNumber(text);
  expect(value !== 0, 'It must not be zero.');
  return value;
};

const longestReason = 500;

/** Parses a reason or note. It is kept after an erasure, so it must not identify a person. */
export const reason = (text: string): string => {
  const given = text.trim();
  expect(given !== '', 'It must not be empty.');
  expect(given.length <= longestReason, `It must not be longer than ${longestReason} characters.`);
  expect(!/\S@\S/.test(given), 'The audit keeps it forever, so it must not contain an email address.');
  expect(withSecretsRedacted(given) === given, 'The audit keeps it forever, so it must not contain a key.');
  return given;
};

/** Parses a product id, which becomes part of requests and records. */
export const productId = matching(
  /^[\w.-]{1,100}$/,
  'It must be 1 to 100 letters, digits, dots, dashes and underscores.',
);

/** Parses a key's name. It can't look like a key, so that no one stores a key as a name. */
export const keyName = matching(
  /^(?!coffer_key_)[\w.-]{1,100}$/,
  'Use 1 to 100 letters, digits, dots, dashes and underscores. It cannot begin with coffer_key_.',
);

export const keyScopes = (text: string): readonly Scope[] => {
  const named = new Set(text.split(',').map((part) => part.trim()));
  const known = scopes.filter((scope) => named.has(scope));
  expect(known.length === named.size, `Use one or more of ${scopes.join(', ')}, separated by commas.`);
  return known;
};

export const textWithin =
  (least: number, most: number) =>
  (text: string): string => {
    const trimmed = text.trim();
    const isWithin = trimmed.length >= least && trimmed.length <= most;
    expect(isWithin, `It must have ${least} to ${most} characters.`);
    return trimmed;
  };

/** Parses a day to its midnight in UTC. */
export const day = (text: string): Date => {
  const midnight = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(midnight.getTime());
  expect(isDay && midnight.toISOString().startsWith(text), 'It must be a day such as 2026-11-20.');
  return midnight;
};

/** Parses an event id of the merchant's API. */
export const eventId = (text: string): number => {
  expect(/^[1-9]\d{15}$/.test(text), 'It must have 16 digits.');
  return wholeNumber(text);
};

export const id = (text: string): string => {
  expect(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text), 'It must be a UUID.');
  return text.toLowerCase();
};
