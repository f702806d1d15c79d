import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { withoutControls } from '#contract/characters.ts';
import type { Profile } from '#contract/endpoints.ts';
import type { Log } from '../logging.ts';
import type { Tracing } from '../tracing/tracing.ts';

/** What the user pool knows of a customer. Null: not given. */
export interface CustomerAttributes extends Pick<Profile, 'email' | 'firstName' | 'lastName' | 'phone'> {
  /** An address that the pool has not verified. It is never kept, and a record that has it loses it. */
  readonly unverifiedEmail?: string | null;
}

/** What the user pool says of an access token that the store has verified. */
export type PoolAnswer =
  | { readonly state: 'current'; readonly attributes: CustomerAttributes }
  | { readonly state: Exclude<SessionState, 'current'> };

export const sessionStates = [
  'current',
  'ended', // The session was revoked, or the user was disabled or deleted.
  'no-scope', // The token may not ask about its user.
  'unanswered', // The pool was down, too slow or too busy, or said something else.
] as const;
export type SessionState = (typeof sessionStates)[number];

/** Asks the user pool about users, by their access tokens. */
export interface PoolUsers {
  /** Asks now. Callers with the same token share one request. */
  find(accessToken: string): Promise<PoolAnswer>;
  /** As `find`, but relies on what it found up to a minute ago. */
  check(accessToken: string): Promise<SessionState>;
}

interface PoolUsersOutside {
  readonly log: Log;
  readonly tracing: Tracing;
  /** A monotonic time in milliseconds. */
  readonly now?: () => number;
}

const timeoutMs = 2_000;
/** How long a check relies on an answer, and on the lack of one. */
const keptMs = { answered: 60_000, unanswered: 10_000 };
/** How many tokens have their state kept. */
const capacity = 10_000;

const attributeValue = v.pipe(v.string(), v.maxLength(2048));
const userSchema = v.object({
  UserAttributes: v.array(v.object({ Name: v.string(), Value: v.optional(attributeValue, '') })),
});
const errorSchema = v.object({ __type: v.optional(v.string(), ''), message: v.optional(v.string(), '') });

/**
 * Tokens carry no attributes and don't show whether their session was revoked: Cognito's GetUser tells both. Keeps hashes
 * of tokens, and no attributes.
 *
 * @param endpoint the pool's API, by default the origin of its issuer
 */
export const createPoolUsers = (
  endpoint: URL,
  { log, tracing, now = () => performance.now() }: PoolUsersOutside,
): PoolUsers => {
  const kept = new LRUCache<string, { readonly state: SessionState; readonly until: number }>({
    max: capacity,
  });
  const inFlight = new Map<string, Promise<PoolAnswer>>();
  const span = {
    name: 'GetUser',
    kind: 'client',
    attributes: { 'rpc.method': 'GetUser', 'server.address': endpoint.hostname },
  } as const;

  const ask = async (key: string, accessToken: string): Promise<PoolAnswer> => {
    try {
      return await tracing.span(span, () => getUser(endpoint, accessToken, log));
    } finally {
      inFlight.delete(key);
    }
  };
  const askOnce = (key: string, accessToken: string): Promise<PoolAnswer> => {
    const asked = inFlight.get(key) ?? ask(key, accessToken);
    inFlight.set(key, asked);
    return asked;
  };

  return {
    find: (accessToken) => askOnce(keyOf(accessToken), accessToken),
    async check(accessToken) {
      const key = keyOf(accessToken);
      const known = kept.get(key);
      if (known !== undefined && now() < known.until) return known.state;
      const { state } = await askOnce(key, accessToken);
      const ms = state === 'unanswered' ? keptMs.unanswered : keptMs.answered;
      kept.set(key, { state, until: now() + ms });
      return state;
    },
  };
};

const keyOf = (accessToken: string): string => hash('sha256', accessToken, 'base64');

const getUser = async (endpoint: URL, accessToken: string, log: Log): Promise<PoolAnswer> => {
  try {
    const reply = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.1',
        'X-Amz-Target': 'AWSCognitoIdentityProviderService.GetUser',
      },
      body: JSON.stringify({ AccessToken: accessToken }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (reply.ok) return { state: 'current', attributes: attributesOf(await reply.json()) };
    // Only a 400 is the pool's own word. A 5xx that names an auth error comes from something broken.
    const state = reply.status === 400 ? stateOf(reply.headers, await reply.json()) : 'unanswered';
    if (state === 'unanswered') log.warn({ event: 'user-pool-unanswered', status: reply.status });
    return { state };
  } catch (error) {
    const why = error instanceof Error ? error.name : 'unknown';
    log.warn({ event: 'user-pool-unanswered', why });
    return { state: 'unanswered' };
  }
};

/** What a refusal says of the session. NotAuthorizedException has several reasons, told apart by its text alone. */
const stateOf = (headers: Headers, body: unknown): Exclude<SessionState, 'current'> => {
  const { __type, message } = v.parse(errorSchema, body);
  const name = /(\w+)(?::.*)?$/.exec(__type || (headers.get('x-amzn-errortype') ?? ''))?.[1];
  if (name === 'UserNotFoundException') return 'ended';
  if (name !== 'NotAuthorizedException') return 'unanswered';
  if (/\b(revoked|disabled)\b/i.test(message)) return 'ended';
  return /\bscopes?\b/i.test(message) ? 'no-scope' : 'unanswered';
};

const attributesOf = (body: unknown): CustomerAttributes => {
  const { UserAttributes } = v.parse(userSchema, body);
  const attribute = (name: string) => toStorable(UserAttributes.find(({ Name }) => Name === name)?.Value);
  const email = attribute('email');
  // An address that its user has not proven to be theirs may be anybody's.
  const isVerified = attribute('email_verified')?.toLowerCase() === 'true';
  return {
    email: isVerified ? email : null,
    unverifiedEmail: isVerified ? null : email,
    firstName: attribute('given_name'),
    lastName: attribute('family_name'),
    phone: attribute('phone_number'),
  };
};

/** Names are shown on terminals and in spreadsheets. An empty one counts as not given. */
const toStorable = (value = ''): string | null => withoutControls(value) || null;
