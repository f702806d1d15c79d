import * as v from 'valibot';
import type { CodeKind } from './codes.ts';
import { attemptLimitExceeded } from './errors.ts';
import { Table } from './table.ts';

/** What is counted: codes asked for, or wrong codes entered, of one kind. */
export type Attempt = `${CodeKind} ${'request' | 'failure'}`;

/** When the attempts of the last hour were made, oldest first. In ms since the epoch. */
const recordSchema = v.object({ times: v.array(v.number()) });

const hour = 60 * 60 * 1000;

/** Limits how often a user may try something in any hour. */
export class AttemptLimits {
  readonly table = new Table<Readonly<v.InferOutput<typeof recordSchema>>>({
    name: 'attempts',
    schema: recordSchema,
    isStale: ({ times }, now) => times.every((time) => now - time >= hour),
  });
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Throws LimitExceededException when the user has made that many attempts in the last hour. */
  assertBelow(limit: number, attempt: Attempt, userId: string): void {
    if (this.#recent(attempt, userId).length >= limit) throw attemptLimitExceeded();
  }

  record(attempt: Attempt, userId: string): void {
    this.table.set(keyOf(attempt, userId), { times: [...this.#recent(attempt, userId), this.#now()] });
  }

  clear(attempt: Attempt, userId: string): void {
    this.table.delete(keyOf(attempt, userId));
  }

  #recent(attempt: Attempt, userId: string): number[] {
    const now = this.#now();
    return (this.table.get(keyOf(attempt, userId))?.times ?? []).filter((time) => now - time < hour);
  }
}

const keyOf = (attempt: Attempt, userId: string): string => `${attempt} ${userId}`;
