import * as v from 'valibot';
import type { CodeKind } from './codes.ts';
import { attemptLimitExceeded } from './errors.ts';
import { Table } from './table.ts';

/** What is counted: codes asked for, or wrong codes entered, of one kind. */
export type Attempt = `${CodeKind} ${'request' | 'failure'}`;

/** When the attempts of the last hour were made, oldest first. In ms since the epoch. */
const recordSchema = v.object({ times: v.array(v.number()) });

const hour = 60 * 60 * 1000;

const keyOf = (attempt: Attempt, userId: string): string => `${attempt} ${userId}`;

/** Limits how often a user may try something in any hour. */
export const createAttemptLimits = (now: () => number) => {
  const table = new Table<Readonly<v.InferOutput<typeof recordSchema>>>({
    name: 'attempts',
    schema: recordSchema,
    isStale: ({ times }, at) => times.every((time) => at - time >= hour),
  });
  const recent = (attempt: Attempt, userId: string): number[] =>
    (table.get(keyOf(attempt, userId))?.times ?? []).filter((time) => now() - time < hour);

  return {
    table,
    /** Throws LimitExceededException when the user has made that many attempts in the last hour. */
    assertBelow(limit: number, attempt: Attempt, userId: string): void {
      if (recent(attempt, userId).length >= limit) throw attemptLimitExceeded();
    },
    record(attempt: Attempt, userId: string): void {
      table.set(keyOf(attempt, userId), { times: [...recent(attempt, userId), now()] });
    },
    clear: (attempt: Attempt, userId: string) => table.delete(keyOf(attempt, userId)),
  };
};
