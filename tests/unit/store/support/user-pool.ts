import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import * as v from 'valibot';
import { listenOnLoopback } from './loopback.ts';

export const clientId = 'coffer-tests';

export interface TestUserPool {
  readonly issuer: string;
  /** How often its keys were fetched. */
  keyFetches: number;
  /** What GetUser answers for each `sub`; users who are not in it do not exist. */
  readonly attributes: Map<string, Record<string, string>>;
  /** Makes it answer every request with that status. */
  failWith: number | undefined;
  /** A good access token of that user, with claims changed, or left out where undefined. */
  accessToken(sub: string, changes?: JWTPayload): Promise<string>;
  /** A token of the same form, signed by nobody. */
  unsignedToken(sub: string): string;
  /** A good token under a key with another id and, unless published, of nobody. */
  tokenOfNewKey(sub: string, published: boolean): Promise<string>;
  close(): Promise<void>;
}

/** A user pool's outer side: its keys and GetUser. */
export const startUserPool = async (): Promise<TestUserPool> => {
  const makeKey = async (kid: string) => {
    const pair = await generateKeyPair('RS256');
    return {
      kid,
      privateKey: pair.privateKey,
      jwk: { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' },
    };
  };
  const [first, second] = await Promise.all([makeKey('first'), makeKey('second')]);
  const published = [first.jwk];

  const server = await listenOnLoopback(async (request, response) => {
    const body = await text(request);
    if (pool.failWith !== undefined) {
      response.writeHead(pool.failWith, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    } else if (request.url === '/pool_Tests/.well-known/jwks.json') {
      pool.keyFetches += 1;
      response.end(JSON.stringify({ keys: published }));
    } else if (request.headers['x-amz-target'] === 'AWSCognitoIdentityProviderService.GetUser') {
      const attributes = pool.attributes.get(readSubject(body));
      response.statusCode = attributes === undefined ? 400 : 200;
      const list = Object.entries(attributes ?? {}).map(([Name, Value]) => ({ Name, Value }));
      response.end(
        JSON.stringify(
          attributes === undefined ? { __type: 'UserNotFoundException' } : { UserAttributes: list },
        ),
      );
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
    failWith: undefined,
    accessToken: (sub, changes) => sign(first, claimsOf(sub, changes)),
    unsignedToken: (sub) => new UnsecuredJWT(claimsOf(sub)).encode(),
    tokenOfNewKey: (sub, publish) => {
      if (publish) published.push(second.jwk);
      return sign(second, claimsOf(sub));
    },
    close: () => server.close(),
  };
  return pool;
};

const getUserSchema = v.object({ AccessToken: v.string() });
const claimsSchema = v.object({ sub: v.string() });

const readSubject = (body: string): string => {
  const { AccessToken } = v.parse(getUserSchema, JSON.parse(body));
  const payload = Buffer.from(AccessToken.split('.')[1] ?? '', 'base64url').toString();
  return v.parse(claimsSchema, JSON.parse(payload)).sub;
};
