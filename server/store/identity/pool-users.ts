import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { Profile } from '#contract/account.ts';
import { withoutControls } from '#contract/characters.ts';
import type { Log } from '../logging/logging.ts';
import type { Tracing } from '../tracing/tracing.ts';

/** A user's attributes in the pool. Null: not set. */
export interface CustomerAttributes extends Pick<Profile, 'email' | 'firstName' | 'lastName' | 'phone'> {
  /** Never stored. If an existing record has this address, it is deleted there. */
  readonly unverifiedEmail?: string | null;
}

/** The pool's response for a token that the store has verified. */
export type PoolAnswer =
  | { readonly state: 'current'; readonly attributes: CustomerAttributes }
  | { readonly state: Exclude<SessionState, 'current'> };

export const sessionStates = [
  'current',
  'ended', // The session was revoked, or the user was disabled or deleted.
  'no-scope', // The token lacks the scope to read its user.
  'unanswered', // The pool was down, slow or busy, or sent an unexpected response.
] as const;
export type SessionState = (typeof sessionStates)[number];

/** `gone`: deleted now or earlier. `refused`: this token can't delete its user. `unanswered`: try again. */
export type UserDeletion = 'gone' | 'refused' | 'unanswered';

export type PoolUsers = ReturnType<typeof createPoolUsers>;

interface PoolUsersOutside {
  readonly log: Log;
  readonly tracing: Tracing;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

const timeoutMs = 2_000;
/** How long `check` caches a response, or the lack of one, in ms. */
const keptMs = { answered: 60_000, unanswered: 10_000 };
const capacity = 10_000;

const attributeValue = v.pipe(v.string(), v.maxLength(2048));
const userSchema = v.object({
  UserAttributes: v.array(v.object({ Name: v.string(), Value: v.optional(attributeValue, '') })),
});
const errorSchema = v.object({ __type: v.optional(v.string(), ''), message: v.optional(v.string(), '') });

/**
 * Calls Cognito's GetUser, because tokens don't show attributes or revocation. Caches results by token hash. Also calls
 * DeleteUser.
 */
export const createPoolUsers = (
  endpoint: URL,
  { log, tracing, now = () => performance.now() }: PoolUsersOutside,
) => {
  const kept = new LRUCache<string, { readonly state: SessionState; readonly until: number }>({
    max: capacity,
  });
  const inFlight = new Map<string, Promise<PoolAnswer>>();
  const span = (operation: Operation) => ({
    name: operation,
    kind: 'client' as const,
    attributes: { 'rpc.method': operation, 'server.address': endpoint.hostname },
  });

  const askOnce = (key: string, accessToken: string): Promise<PoolAnswer> => {
    const ask = () => tracing.span(span('GetUser'), () => getUser(endpoint, accessToken, log));
    const asked = inFlight.get(key) ?? ask().finally(() => inFlight.delete(key));
    inFlight.set(key, asked);
    return asked;
  };

  return {
    /** Asks the pool now. Concurrent calls with the same token share one request. */
    find: (accessToken: string) => askOnce(keyOf(accessToken), accessToken),
    /** Like `find`, but may return a result up to a minute old. */
    async check(accessToken: string): Promise<SessionState> {
      const key = keyOf(accessToken);
      const known = kept.get(key);
      if (known !== undefined && now() < known.until) return known.state;
      const { state } = await askOnce(key, accessToken);
      const ms = state === 'unanswered' ? keptMs.unanswered : keptMs.answered;
      kept.set(key, { state, until: now() + ms });
      return state;
    },
    /** Deletes the token's user. Safe to repeat: the pool no longer knows a deleted user. */
    async remove(accessToken: string): Promise<UserDeletion> {
      const state = await tracing.span(span('DeleteUser'), () => deleteUser(endpoint, accessToken, log));
      if (state === 'gone') kept.set(keyOf(accessToken), { state: 'ended', until: now() + keptMs.answered });
      return state;
    },
  };
};

const keyOf = (accessToken: string): string => hash('sha256', accessToken, 'base64');

type Operation = 'GetUser' | 'DeleteUser';

const call = (operation: Operation, endpoint: URL, accessToken: string): Promise<Response> =>
  fetch(endpoint, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-amz-json-1.1',
      'X-Amz-Target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ AccessToken: accessToken }),
    signal: AbortSignal.timeout(timeoutMs),
  });

const getUser = async (endpoint: URL, accessToken: string, log: Log): Promise<PoolAnswer> => {
  try {
    const reply = await call('GetUser', endpoint, accessToken);
    if (reply.ok) return { state: 'current', attributes: attributesOf(await reply.json()) };
    const state = stateOf(await errorOf(reply));
    if (state === 'unanswered') log.warn({ event: 'user-pool-unanswered', status: reply.status });
    return { state };
  } catch (error) {
    warnOfFailure(log, error);
    return { state: 'unanswered' };
  }
};

const deleteUser = async (endpoint: URL, accessToken: string, log: Log): Promise<UserDeletion> => {
  try {
    const reply = await call('DeleteUser', endpoint, accessToken);
    if (reply.ok) return 'gone';
    const { name, message } = await errorOf(reply);
    if (name === 'UserNotFoundException') return 'gone';
    log.warn({ event: 'user-not-deleted', status: reply.status, why: message });
    return name === 'NotAuthorizedException' ? 'refused' : 'unanswered';
  } catch (error) {
    warnOfFailure(log, error);
    return 'unanswered';
  }
};

const warnOfFailure = (log: Log, error: unknown): void =>
  log.warn({ event: 'user-pool-unanswered', why: error instanceof Error ? error.name : 'unknown' });

interface PoolError {
  readonly name?: string | undefined;
  readonly message?: string;
}

/** Reads the pool's error. Only a 400 is from the pool itself, even if another body names an auth error. */
const errorOf = async (reply: Response): Promise<PoolError> => {
  if (reply.status !== 400) return {};
  const { __type, message } = v.parse(errorSchema, await reply.json());
  return {
    name: /(\w+)(?::.*)?$/.exec(__type || (reply.headers.get('x-amzn-errortype') ?? ''))?.[1],
    message,
  };
};

/** Returns the session's state. NotAuthorizedException has several causes, which only its message distinguishes. */
const stateOf = ({ name, message = '' }: PoolError): Exclude<SessionState, 'current'> => {
  if (name === 'UserNotFoundException') return 'ended';
  if (name !== 'NotAuthorizedException') return 'unanswered';
  if (/\b(revoked|disabled)\b/i.test(message)) return 'ended';
  return /\bscopes?\b/i.test(message) ? 'no-scope' : 'unanswered';
};

const attributesOf = (body: unknown): CustomerAttributes => {
  const { UserAttributes } = v.parse(userSchema, body);
  const attribute = (name: string) => toStorable(UserAttributes.find(({ Name }) => Name === name)?.Value);
  const email = attribute('email');
  // Ignore an unverified address, which may belong to someone else.
  const isVerified = attribute('email_verified')?.toLowerCase() === 'true';
  return {
    email: isVerified ? email : null,
    unverifiedEmail: isVerified ? null : email,
    firstName: attribute('given_name'),
    lastName: attribute('family_name'),
    phone: attribute('phone_number'),
  };
};

/** Removes control characters, which could affect terminals and spreadsheets. An empty value becomes null. */
const toStorable = (value = ''): string | null => withoutControls(value) || null;
