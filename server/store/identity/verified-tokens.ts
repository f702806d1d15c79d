import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

export interface VerifiedToken {
  /** The user pool's `sub`. */
  readonly customerId: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** When the session started. Refreshing the token doesn't change it. Null if the token lacks it. */
  readonly signedInAt: Date | null;
  /** When the pool issued this token. Null if the token lacks it. */
  readonly issuedAt: Date | null;
  /** When the customer last entered a password or another proof. Null if the token lacks it. */
  readonly authenticatedAt: Date | null;
  /** SHA-256 of the token's device key or, without one, its session id. Null if the token has neither. */
  readonly device: Buffer | null;
}

const capacity = 10_000;
/** How long to cache a token, in ms. The store may accept a withdrawn key's tokens for that long. */
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
    // If the clock was set back, verify the token again.
    if (known !== undefined && now < known.until && now >= known.until - keptMs) return known;
    const verified = await verify(accessToken);
    kept.set(key, { ...verified, until: Math.min(verified.expiresAt, now + keptMs) });
    return verified;
  };
};
