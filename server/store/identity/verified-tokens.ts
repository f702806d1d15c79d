import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** What a verified access token says. */
export interface VerifiedToken {
  /** The user pool's `sub`. */
  readonly customerId: string;
  /** When it expires, in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** When its session began; null: it does not say. */
  readonly signedInAt: Date | null;
}

/** How many tokens are kept. */
const capacity = 10_000;
/** A key that the pool withdraws is trusted no longer than that for tokens that were verified before. */
const keptMs = 5 * 60_000;

/**
 * Verifies each token once in a while instead of with every request, as its signature costs more than the rest of a read.
 * Tokens are known by their hashes: none is kept.
 *
 * @param verify rejects for a token that is not valid now; a rejection is not kept
 */
export const rememberVerified = (
  verify: (accessToken: string) => Promise<VerifiedToken>,
): ((accessToken: string) => Promise<VerifiedToken>) => {
  const kept = new LRUCache<string, VerifiedToken & { readonly until: number }>({ max: capacity });
  return async (accessToken) => {
    const key = hash('sha256', accessToken, 'base64');
    const known = kept.get(key);
    const now = Date.now();
    // A clock that was set back ends it, too.
    if (known !== undefined && now < known.until && now >= known.until - keptMs) return known;
    const verified = await verify(accessToken);
    kept.set(key, { ...verified, until: Math.min(verified.expiresAt, now + keptMs) });
    return verified;
  };
};
