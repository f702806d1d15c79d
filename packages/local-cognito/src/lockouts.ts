import * as v from 'valibot';
import { notAuthorized } from './errors.ts';
import { Table } from './table.ts';

const recordSchema = v.object({
  failures: v.number(),
  lastFailureAt: v.number(),
  /** When the last sign-in was tried, including those refused because of the lock. */
  lastAttemptAt: v.number(),
});
type Lockout = Readonly<v.InferOutput<typeof recordSchema>>;

const maxFreeFailures = 5;
const maxLockMs = 15 * 60 * 1000;

const isExpired = ({ lastAttemptAt }: Lockout, now: number): boolean => now - lastAttemptAt >= maxLockMs;

/** The n-th failure locks for 2^(n−5) s from the fifth on, for 15 minutes at most. In ms. */
const lockDuration = (failures: number): number =>
  failures < maxFreeFailures ? 0 : Math.min(1000 * 2 ** (failures - maxFreeFailures), maxLockMs);

/**
 * Cognito's lock-out after wrong passwords. What is tried during a lock does not lengthen the next one; a sign-in
 * after the lock, or 15 minutes without any try, forgets all failures.
 */
export const createLockouts = (now: () => number) => {
  const table = new Table<Lockout>({ name: 'lockouts', schema: recordSchema, isStale: isExpired });
  const current = (userId: string): Lockout | undefined => {
    const lockout = table.get(userId);
    return lockout === undefined || isExpired(lockout, now()) ? undefined : lockout;
  };

  return {
    table,
    /** Throws NotAuthorizedException while a user is locked out. */
    assertNotLocked(userId: string): void {
      const lockout = current(userId);
      if (lockout === undefined) return;
      const lastAttemptAt = now();
      table.set(userId, { ...lockout, lastAttemptAt });
      if (lastAttemptAt < lockout.lastFailureAt + lockDuration(lockout.failures)) {
        throw notAuthorized('Password attempts exceeded');
      }
    },
    recordFailure(userId: string): void {
      const at = now();
      const failures = (current(userId)?.failures ?? 0) + 1;
      table.set(userId, { failures, lastFailureAt: at, lastAttemptAt: at });
    },
    clear: (userId: string) => table.delete(userId),
  };
};
