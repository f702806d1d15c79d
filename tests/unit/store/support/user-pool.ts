import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import * as v from 'valibot';
import { listenOnLoopback } from './loopback.ts';

export const clientId = 'coffer-tests';

/** Returns the variables that a store needs for its user pool and gateway. */
export const servicesOf = (
  { issuer }: Pick<TestUserPool, 'issuer'>,
  { url, securityKey }: { readonly url: string; readonly securityKey: string },
) => ({
  COGNITO_ISSUER: issuer,
  COGNITO_CLIENT_ID: clientId,
  GATEWAY_URL: url,
  GATEWAY_SECURITY_KEY: securityKey,
  ALLOWED_ORIGINS: 'http://localhost:5173',
});

export interface TestUserPool {
  readonly issuer: string;
  keyFetches: number;
  /** User attributes by `sub`. Emails are verified by default. A user without an entry doesn't exist. */
  readonly attributes: Map<string, Record<string, string>>;
  lookups: number;
  /** `sub` of each user that ListUsers reports as disabled. */
  readonly disabled: Set<string>;
  readonly refusals: Map<string, { readonly __type: string; readonly message: string }>;
  isHanging: boolean;
  /** Returns whether to cut the connection before or after DeleteUser deletes the user. */
  cutsDeletion(when: 'before' | 'after'): boolean;
  failWith: number | undefined;
  /** Creates a valid access token with changed claims. Undefined removes a claim. */
  accessToken(sub: string, changes?: JWTPayload): Promise<string>;
  tokenWithHeader(sub: string, header: object): Promise<string>;
  /** Creates a token without a signature (algorithm `none`). */
  unsignedToken(sub: string): string;
  /** Creates a token signed with a new key. The pool serves this key only if `published` is true. */
  tokenOfNewKey(sub: string, published: boolean): Promise<string>;
  close(): Promise<void>;
}

const makeKey = async (kid: string) => {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
};
type Key = Awaited<ReturnType<typeof makeKey>>;
/** Keys that all pools share, because generating keys is slow. */
let keys: Promise<[Key, Key]> | undefined;

export const startUserPool = async (): Promise<TestUserPool> => {
  keys ??= Promise.all([makeKey('first'), makeKey('second')]);
  const [first, second] = await keys;
  const published = [first.jwk];

  const server = await listenOnLoopback(async (request, response) => {
    const body = await text(request);
    if (pool.failWith !== undefined) {
      response.writeHead(pool.failWith, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    } else if (request.url === '/pool_Tests/.well-known/jwks.json') {
      pool.keyFetches += 1;
      response.end(JSON.stringify({ keys: published }));
    } else if (request.headers['x-amz-target'] === 'AWSCognitoIdentityProviderService.GetUser') {
      pool.lookups += 1;
      if (pool.isHanging) return;
      const sub = readSubject(body);
      const attributes = pool.attributes.get(sub);
      const refusal = pool.refusals.get(sub) ?? (attributes === undefined ? userNotFound : undefined);
      const UserAttributes = Object.entries({
        ...(attributes?.['email'] !== undefined && { email_verified: 'true' }),
        ...attributes,
      }).map(([Name, Value]) => ({ Name, Value }));
      response.statusCode = refusal === undefined ? 200 : 400;
      response.end(JSON.stringify(refusal ?? { UserAttributes }));
    } else if (request.headers['x-amz-target'] === 'AWSCognitoIdentityProviderService.DeleteUser') {
      deleteUser(pool, readSubject(body), response);
    } else if (request.headers['x-amz-target'] === 'AWSCognitoIdentityProviderService.ListUsers') {
      response.end(JSON.stringify({ Users: findUsers(pool, readFilteredSubject(body)) }));
    } else {
      response.writeHead(404).end();
    }
  });
  const issuer = `${server.url}/pool_Tests`;
  const claimsOf = (sub: string, changes: JWTPayload = {}): JWTPayload => ({
    sub,
    iss: issuer,
    client_id: clientId,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    exp: Math.floor(Date.now() / 1000) + 3600,
    ...changes,
  });
  const sign = (key: typeof first, claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(key.privateKey);

  const pool: TestUserPool = {
    issuer,
    keyFetches: 0,
    attributes: new Map(),
    lookups: 0,
    disabled: new Set(),
    refusals: new Map(),
    isHanging: false,
    cutsDeletion: () => false,
    failWith: undefined,
    accessToken: (sub, changes) => sign(first, claimsOf(sub, changes)),
    async tokenWithHeader(sub, header) {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const content = `${part({ alg: 'RS256', kid: first.kid, ...header })}.${part(claimsOf(sub))}`;
      const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', first.privateKey, Buffer.from(content));
      return `${content}.${Buffer.from(signature).toString('base64url')}`;
    },
    unsignedToken: (sub) => new UnsecuredJWT(claimsOf(sub)).encode(),
    tokenOfNewKey: (sub, publish) => {
      if (publish) published.push(second.jwk);
      return sign(second, claimsOf(sub));
    },
    close: () => server.close(),
  };
  return pool;
};

const findUsers = ({ attributes, disabled }: TestUserPool, sub: string) =>
  attributes.has(sub) ? [{ Username: sub, Enabled: !disabled.has(sub) }] : [];

const deleteUser = (pool: TestUserPool, sub: string, response: ServerResponse): void => {
  if (pool.cutsDeletion('before')) return void response.destroy();
  const refusal = pool.refusals.get(sub) ?? (pool.attributes.has(sub) ? undefined : userNotFound);
  if (refusal === undefined) pool.attributes.delete(sub);
  if (pool.cutsDeletion('after')) return void response.destroy();
  response.statusCode = refusal === undefined ? 200 : 400;
  response.end(refusal && JSON.stringify(refusal));
};

const userNotFound = { __type: 'UserNotFoundException', message: 'User does not exist.' };
const getUserSchema = v.object({ AccessToken: v.string() });
const claimsSchema = v.object({ sub: v.string() });

const listUsersSchema = v.object({ Filter: v.pipe(v.string(), v.regex(/^sub = ".+"$/)) });

const readFilteredSubject = (body: string): string =>
  v.parse(listUsersSchema, JSON.parse(body)).Filter.slice('sub = "'.length, -1);

const readSubject = (body: string): string => {
  const { AccessToken } = v.parse(getUserSchema, JSON.parse(body));
  const payload = Buffer.from(AccessToken.split('.')[1] ?? '', 'base64url').toString();
  return v.parse(claimsSchema, JSON.parse(payload)).sub;
};
