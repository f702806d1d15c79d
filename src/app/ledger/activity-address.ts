import { activityKinds } from '#contract/queries.ts';
import type { ActivityParameters } from '#domain/store.ts';
import type { ActivityAddress, ActivityQuery } from '#machines/lists/activity.types.ts';
import { isReference } from './ledger-address.ts';

const kinds = ['all', ...activityKinds] as const;

/** Reads a cursor, which the router may have parsed as a number. */
const cursorOf = (before: unknown): string | null => {
  if (isReference(before)) return before;
  return typeof before === 'number' && Number.isSafeInteger(before) ? String(before) : null;
};

/**
 * Reads an activity address. Missing or invalid values become the default.
 * @param newer from the history entry's state, because it would make the URL too long
 */
export const readActivityAddress = ({ kind, before }: Readonly<Record<string, unknown>>, newer: unknown) => {
  const cursor = cursorOf(before);
  return {
    kind: kinds.find((known) => known === kind) ?? 'all',
    before: cursor,
    newer: cursor !== null && Array.isArray(newer) ? newer.filter(isReference) : [],
  };
};

const wholeNumber = /^[1-9]\d{0,14}$/;

/** Returns non-default search parameters. Numeric cursors become numbers, because the router quotes text. */
export const activitySearch = ({ kind, before }: ActivityAddress) => ({
  ...(kind !== 'all' && { kind }),
  ...(before !== null && { before: wholeNumber.test(before) ? Number(before) : before }),
});

export const activityParameters = ({ kind, before }: ActivityQuery): ActivityParameters => ({
  ...(kind !== 'all' && { kind }),
  ...(before !== null && { before }),
});
