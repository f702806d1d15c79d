import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

export interface VerifiedToken {
  /** The user pool's `sub`. */
  readonly customerId: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** When the session began; refreshed tokens keep this time. Null if the token lacks it. */
  readonly signedInAt: Date | null;
  /** When the customer last gave their password or another proof. Null if the token doesn't say. */
  readonly authenticatedAt: Date | null;
  /** SHA-256 of the pool's name for the device, or else for the session. Null if the token has neither. */
  readonly device: Buffer | null;
}

const capacity = 10_000;
/** Also limits how long tokens stay valid after the pool withdraws their key. */
const keptMs = 5 * 60_000;

/** Caches verified tokens by hash, because verifying a signature costs more than the rest of a read. */
export const rememberVerified = (
  verify: (accessToken: string) => Promise<VerifiedToken>,
): ((accessToken: string) => Promise<VerifiedToken>) => {
  const kept = new LRUCache<string, VerifiedToken & { readonly until: number }>({ max: capacity });
  return async (accessToken) => {
    const key = hash('sha256', accessToken, 'base64');
    const known = kept.get(key);
    const now = Date.now();
    // Also expires if the clock was set back.
    if (known !== undefined && now < known.until && now >= known.until - keptMs) return known;
    const verified = await verify(accessToken);
    kept.set(key, { ...verified, until: Math.min(verified.expiresAt, now + keptMs) });
    return verified;
  };
};
