import * as v from 'valibot';
import { notAuthorized } from './errors.ts';
import { Table } from './table.ts';

const recordSchema = v.object({
  failures: v.number(),
  lastFailureAt: v.number(),
  /** When the last sign-in was tried, be it refused because of the lock. */
  lastAttemptAt: v.number(),
});
type Lockout = Readonly<v.InferOutput<typeof recordSchema>>;

const freeFailures = 5;
const longest = 15 * 60 * 1000;

const isForgotten = ({ lastAttemptAt }: Lockout, now: number): boolean => now - lastAttemptAt >= longest;

/** The n-th failure locks for 2^(n−5) s from the fifth on, for 15 minutes at most. In ms. */
function lockDuration(failures: number): number {
  return failures < freeFailures ? 0 : Math.min(1000 * 2 ** (failures - freeFailures), longest);
}

/**
 * Cognito's lock-out after wrong passwords. What is tried during a lock does not lengthen the next one; a sign-in
 * after the lock, or 15 minutes without any try, forgets all failures.
 */
export class Lockouts {
  readonly table = new Table<Lockout>({ name: 'lockouts', schema: recordSchema, isStale: isForgotten });
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Throws NotAuthorizedException while a user is locked out. */
  assertNotLocked(userId: string): void {
    const lockout = this.#current(userId);
    if (lockout === undefined) return;
    const now = this.#now();
    this.table.set(userId, { ...lockout, lastAttemptAt: now });
    if (now < lockout.lastFailureAt + lockDuration(lockout.failures)) {
      throw notAuthorized('Password attempts exceeded');
    }
  }

  recordFailure(userId: string): void {
    const now = this.#now();
    const failures = (this.#current(userId)?.failures ?? 0) + 1;
    this.table.set(userId, { failures, lastFailureAt: now, lastAttemptAt: now });
  }

  clear(userId: string): void {
    this.table.delete(userId);
  }

  #current(userId: string): Lockout | undefined {
    const lockout = this.table.get(userId);
    return lockout === undefined || isForgotten(lockout, this.#now()) ? undefined : lockout;
  }
}
