import { activityKinds } from '#contract/queries.ts';
import type { ActivityParameters } from '#domain/store.ts';
import type { ActivityAddress, ActivityQuery } from '#machines/lists/activity.types.ts';

const kinds = ['all', ...activityKinds] as const;

const longestCursor = 200;

const isCursor = (text: unknown): text is string =>
  typeof text === 'string' && text !== '' && text.length <= longestCursor;

/** Reads a cursor, which the router may have parsed as a number. */
const cursorOf = (before: unknown): string | null => {
  if (isCursor(before)) return before;
  return typeof before === 'number' && Number.isSafeInteger(before) ? String(before) : null;
};

/**
 * Reads an activity address. Missing or invalid values become the default.
 * @param newer from the history entry's state, because it would make the URL too long
 */
export const readActivityAddress = (
  { kind, before }: Readonly<Record<string, unknown>>,
  newer: unknown,
): ActivityAddress => {
  const cursor = cursorOf(before);
  return {
    kind: kinds.find((known) => known === kind) ?? 'all',
    before: cursor,
    newer: cursor !== null && Array.isArray(newer) ? newer.filter(isCursor) : [],
  };
};

const wholeNumber = /^[1-9]\d{0,14}$/;

/** Returns non-default search parameters. Numeric cursors become numbers, because the router quotes text. */
export const activitySearch = ({ kind, before }: ActivityAddress) => ({
  ...(kind !== 'all' && { kind }),
  ...(before !== null && { before: wholeNumber.test(before) ? Number(before) : before }),
});

export const activityParameters = ({
  kind,
  before,
  limit,
}: ActivityQuery & { readonly limit?: number }): ActivityParameters => ({
  ...(kind !== 'all' && { kind }),
  ...(before !== null && { before }),
  ...(limit !== undefined && { limit }),
});
