import { InvalidArgumentError } from 'commander';
import { type Scope, scopes } from '#contract/merchant/endpoints.ts';
import { largestAmount } from '../ledger/money.ts';
import { withSecretsRedacted } from '../logging/failures.ts';
import { longestLifetimeDays } from '../products/products.ts';
import { whole } from './report.ts';

/** Parsers of arguments. Each throws an InvalidArgumentError, whose message follows the argument's name. */

const wholeNumber = (text: string): number => {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new InvalidArgumentError('It must be a whole number.');
  return value;
};

export const atLeast =
  (least: number) =>
  (text: string): number => {
    const value = wholeNumber(text);
    if (value < least) throw new InvalidArgumentError(`It must be at least ${least}.`);
    return value;
  };

/** Credits or US cents, within the database's limits. */
export const amountFrom =
  (least: number) =>
  (text: string): number => {
    if (/^\d+$/.test(text) && Number(text) > largestAmount)
      throw new InvalidArgumentError(`It must be at most ${whole(largestAmount)}.`);
    return atLeast(least)(text);
  };

export const readCents = (text: string): number => {
  if (!/^\d+$/.test(text))
    throw new InvalidArgumentError('It must be a whole number of US cents: 500 is $5.00.');
  return amountFrom(1)(text);
};

/** Days; 0 for `never`, because Commander turns null into an empty string. */
export const readLifetime = (text: string): number => {
  if (text === 'never') return 0;
  const days = /^\d+$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > longestLifetimeDays)
    throw new InvalidArgumentError(`It must be 1 to ${whole(longestLifetimeDays)} days, or never.`);
  return days;
};

/** Negative takes credits. */
export const readCredits = (text: string): number => {
  const value = wholeNumber(text);
  if (value === 0) throw new InvalidArgumentError('It must not be zero.');
  return value;
};

const longestReason = 500;

/** A reason or note. It survives an erasure, so it must not identify a person. */
export const readReason = (text: string): string => {
  const reason = text.trim();
  if (reason === '') throw new InvalidArgumentError('It must not be empty.');
  if (reason.length > longestReason)
    throw new InvalidArgumentError(`It must not be longer than ${longestReason} characters.`);
  if (/\S@\S/.test(reason))
    throw new InvalidArgumentError('It is kept forever, so it must not contain an email address.');
  if (withSecretsRedacted(reason) !== reason)
    throw new InvalidArgumentError('It is kept forever, so it must not contain a key.');
  return reason;
};

/** Product ids are part of requests and records. */
export const readProductId = (text: string): string => {
  if (!/^[\w.-]{1,100}$/.test(text))
    throw new InvalidArgumentError('It must be 1 to 100 letters, digits, dots, dashes and underscores.');
  return text;
};

/** A name never begins like a key, so that `keys revoke` can tell them apart and no one stores a key as a name. */
export const readKeyName = (text: string): string => {
  if (!/^(?!coffer_key_)[\w.-]{1,100}$/.test(text))
    throw new InvalidArgumentError(
      'It is made of 1 to 100 letters, digits, dots, dashes and underscores, and does not begin with coffer_key_.',
    );
  return text;
};

export const readScopes = (text: string): readonly Scope[] => {
  const named = new Set(text.split(',').map((part) => part.trim()));
  const known = scopes.filter((scope) => named.has(scope));
  if (known.length !== named.size)
    throw new InvalidArgumentError(`It lists some of ${scopes.join(', ')}, separated by commas.`);
  return known;
};

export const readText =
  (least: number, most: number) =>
  (text: string): string => {
    const trimmed = text.trim();
    if (trimmed.length < least || trimmed.length > most)
      throw new InvalidArgumentError(`It must have ${least} to ${most} characters.`);
    return trimmed;
  };

/** Midnight UTC of a day. */
export const readDay = (text: string): Date => {
  const day = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text))
    throw new InvalidArgumentError('It must be a day such as 2026-11-20.');
  return day;
};

/** Of the merchant's API. */
export const readEventId = (text: string): number => {
  if (!/^[1-9]\d{15}$/.test(text)) throw new InvalidArgumentError('It must have 16 digits.');
  return wholeNumber(text);
};

export const readId = (text: string): string => {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text))
    throw new InvalidArgumentError('It must be a UUID.');
  return text.toLowerCase();
};
