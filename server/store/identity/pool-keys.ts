import { FetchError, KidNotFoundInJwksError } from 'aws-jwt-verify/error';
import { type JwksCache, SimpleJwksCache } from 'aws-jwt-verify/jwk';

/** The user pool's keys have not been had yet, so that no token can be verified. */
export class NoPoolKeysError extends Error {
  override readonly name = 'NoPoolKeysError';
}

const fetchTimeoutMs = 5_000;
/** How long after looking for a key that was not known the next look may be. */
const lookIntervalMs = 10_000;

/** The keys with which a user pool signs its tokens. */
export interface PoolKeys {
  /** For the verifier of tokens. */
  readonly cache: JwksCache;
  /** Whether they were had once. */
  areKnown(): boolean;
  /** Resolves when they were had once. */
  readonly known: Promise<void>;
  /** Fetches them. Rejects when they cannot be had now; those that are known stay. */
  fetch(): Promise<void>;
}

/**
 * Keeps the keys at `<issuer>/.well-known/jwks.json`. Requests never have them fetched, but for one thing: a token that
 * names a key which is not known may have been signed since with a new one, so it is looked for, at most every 10 s
 * however many such tokens come. Where that finds nothing, the token is no good.
 *
 * @param now a monotonic time in milliseconds
 */
export const createPoolKeys = (issuer: string, now = () => performance.now()): PoolKeys => {
  const keysUri = `${issuer}/.well-known/jwks.json`;
  const kept = new SimpleJwksCache({ fetcher: { fetch: fetchKeys } });
  let areKnown = false;
  let tellKnown: () => void = () => undefined;
  const known = new Promise<void>((resolve) => {
    tellKnown = resolve;
  });
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> = Promise.resolve();

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

/** The library's own fetcher speaks https only, and a local pool is on plain http. */
const fetchKeys = async (uri: string): Promise<ArrayBuffer> => {
  try {
    const reply = await fetch(uri, { signal: AbortSignal.timeout(fetchTimeoutMs) });
    if (!reply.ok) throw new Error(`status ${reply.status}`);
    return await reply.arrayBuffer();
  } catch (error) {
    throw new FetchError(uri, error);
  }
};
