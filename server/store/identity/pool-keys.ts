import { FetchError, KidNotFoundInJwksError } from 'aws-jwt-verify/error';
import { type JwksCache, SimpleJwksCache } from 'aws-jwt-verify/jwk';

/** Thrown if no token can be verified, because the user pool's keys were never loaded. */
export class NoPoolKeysError extends Error {
  override readonly name = 'NoPoolKeysError';
}

const fetchTimeoutMs = 5_000;
/** Minimum time between reloads for unknown keys, in ms. */
const lookIntervalMs = 10_000;

export type PoolKeys = ReturnType<typeof createPoolKeys>;

/**
 * Caches `<issuer>/.well-known/jwks.json`. Reloads it only for a token with an unknown key, at most every 10
 * s.
 * @param now a monotonic clock in milliseconds
 */
export const createPoolKeys = (issuer: string, now = () => performance.now()) => {
  const keysUri = `${issuer}/.well-known/jwks.json`;
  const kept = new SimpleJwksCache({ fetcher: { fetch: fetchKeys } });
  let areKnown = false;
  let tellKnown: () => void = () => undefined;
  /** Resolves when the keys are first loaded. */
  const known = new Promise<void>((resolve) => {
    tellKnown = resolve;
  });
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> = Promise.resolve();

  /** Loads the keys. Rejects on failure and keeps the old ones. */
  const fetchAll = async (): Promise<void> => {
    await kept.getJwks(keysUri);
    areKnown = true;
    tellKnown();
  };
  const look = (): Promise<void> => {
    if (now() - lookedAt >= lookIntervalMs) {
      lookedAt = now();
      looking = fetchAll().catch(() => undefined);
    }
    return looking;
  };

  const cache: JwksCache = {
    getCachedJwk: (...asked) => kept.getCachedJwk(...asked),
    getJwks: (...asked) => kept.getJwks(...asked),
    addJwks: (...given) => kept.addJwks(...given),
    async getJwk(uri, token) {
      if (!areKnown) throw new NoPoolKeysError();
      try {
        return kept.getCachedJwk(uri, token);
      } catch (error) {
        if (!(error instanceof KidNotFoundInJwksError)) throw error;
        await look();
        return kept.getCachedJwk(uri, token);
      }
    },
  };
  return { cache, areKnown: () => areKnown, known, fetch: fetchAll };
};

/** Fetches over http too, for local pools. The library's fetcher supports only https. */
const fetchKeys = async (uri: string): Promise<ArrayBuffer> => {
  try {
    const reply = await fetch(uri, { signal: AbortSignal.timeout(fetchTimeoutMs) });
    if (!reply.ok) throw new Error(`status ${reply.status}`);
    return await reply.arrayBuffer();
  } catch (error) {
    // The cause of `fetch failed` is the code, such as ENOTFOUND.
    throw new FetchError(uri, error instanceof Error ? (error.cause ?? error) : error);
  }
};
