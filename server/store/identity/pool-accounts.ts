import { createHash, createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { StoreConfig } from '../config/config.ts';
import { fetchFailure } from '../logging/failures.ts';
import type { Log } from '../logging/logging.ts';

/** Only `enabled` accounts can sign in. `gone`: the pool has no such user. `unknown`: no usable response. */
export type PoolAccount = 'enabled' | 'disabled' | 'gone' | 'unknown';

export type FindPoolAccount = (sub: string) => Promise<PoolAccount>;

type UserPool = StoreConfig['userPool'];
type Credentials = NonNullable<UserPool['credentials']>;

const timeoutMs = 5_000;
/** How long to cache an enabled account, in ms, counted from the start of the request. */
const keptMs = 60_000;
const capacity = 10_000;
const service = 'cognito-idp';
const operation = 'ListUsers';
const usersSchema = v.object({
  Users: v.array(v.object({ Enabled: v.boolean() })),
  /** Set if the pool hasn't searched all its users yet. */
  PaginationToken: v.nullish(v.string()),
});
const errorSchema = v.object({ __type: v.string() });

/** Finds users of all kinds with Cognito's ListUsers. Without credentials, every account is `unknown`. */
export const createPoolAccountFinder = (
  { issuer, endpoint, credentials }: Pick<UserPool, 'issuer' | 'endpoint' | 'credentials'>,
  log: Pick<Log, 'warn'>,
  now = Date.now,
): FindPoolAccount => {
  if (credentials === undefined) return async () => 'unknown';
  const UserPoolId = new URL(issuer).pathname.slice(1);
  return async (sub) => {
    try {
      const body = JSON.stringify({
        UserPoolId,
        Filter: `sub = "${sub}"`,
        AttributesToGet: ['sub'],
        Limit: 1,
      });
      const headers = sign(endpoint, body, UserPoolId.split('_')[0] ?? '', credentials, new Date(now()));
      const signal = AbortSignal.timeout(timeoutMs);
      const reply = await fetch(endpoint, { method: 'POST', headers, body, signal });
      const read: unknown = await reply.json();
      const account = reply.ok ? accountOf(v.parse(usersSchema, read)) : 'unknown';
      if (account !== 'unknown') return account;
      const why = reply.ok ? 'PaginationToken' : v.parse(errorSchema, read).__type;
      log.warn({ event: 'user-pool-unanswered', status: reply.status, why });
    } catch (error) {
      log.warn({ event: 'user-pool-unanswered', why: fetchFailure(error) });
    }
    return 'unknown';
  };
};

const accountOf = ({ Users: [user], PaginationToken }: v.InferOutput<typeof usersSchema>): PoolAccount => {
  if (user !== undefined) return user.Enabled ? 'enabled' : 'disabled';
  return PaginationToken ? 'unknown' : 'gone';
};

/**
 * Caches enabled accounts for a minute. Never caches other results.
 * @param now a monotonic clock in milliseconds
 */
export const withEnabledKept = (
  find: FindPoolAccount,
  now: () => number = () => performance.now(),
): FindPoolAccount => {
  const enabledUntil = new LRUCache<string, number>({ max: capacity });
  return async (sub) => {
    const askedAt = now();
    if (askedAt < (enabledUntil.get(sub) ?? 0)) return 'enabled';
    const account = await find(sub);
    if (account === 'enabled') enabledUntil.set(sub, askedAt + keptMs);
    return account;
  };
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Returns the headers that sign a request with AWS Signature Version 4. */
const sign = (
  { host, pathname }: URL,
  body: string,
  region: string,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  at: Date,
): Record<string, string> => {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = [time.slice(0, 8), region, service, 'aws4_request'];
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    host,
    'x-amz-date': time,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
    'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
  };
  const signed = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const request = ['POST', pathname, '', lines.join(''), signed, sha256(body)].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(request)].join('\n');
  const key = scope.reduce<string | Buffer>(
    (previous, part) => hmac(previous, part),
    `AWS4${secretAccessKey}`,
  );
  const signature = hmac(key, toSign).toString('hex');
  const { host: _, ...sent } = headers;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join('/')}, SignedHeaders=${signed}, Signature=${signature}`,
  };
};
