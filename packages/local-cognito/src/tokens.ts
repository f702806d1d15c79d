import { randomUUID } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { attributeClaims } from './attributes.ts';
import { notAuthorized } from './errors.ts';
import type { PoolKeys } from './keys.ts';
import type { Session } from './sessions.ts';
import type { User } from './users.ts';

/** An access token and an id token. `expiresIn` is in seconds. */
export interface TokenPair {
  readonly accessToken: string;
  readonly idToken: string;
  readonly expiresIn: number;
}

const accessClaimsSchema = v.object({
  sub: v.string(),
  origin_jti: v.string(),
  client_id: v.string(),
  token_use: v.literal('access'),
});
export type AccessClaims = Readonly<v.InferOutput<typeof accessClaimsSchema>>;

/** Creates functions that sign and verify tokens (RS256). `issuer` returns the pool's origin and id. */
export const createTokenIssuer = (
  { issuer }: { readonly issuer: () => string },
  clientId: string,
  keys: PoolKeys,
  now: () => number,
) => {
  const sign = (claims: JWTPayload): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ kid: keys.keyId, alg: 'RS256' }).sign(keys.privateKey);

  return {
    async issue(user: User, session: Session, lifeSeconds: number): Promise<TokenPair> {
      const issuedAt = Math.floor(now() / 1000);
      const shared = {
        sub: user.sub,
        iss: issuer(),
        origin_jti: session.id,
        auth_time: Math.floor(session.signedInAt / 1000),
        iat: issuedAt,
        exp: issuedAt + lifeSeconds,
      };
      const [accessToken, idToken] = await Promise.all([
        sign({
          ...shared,
          jti: randomUUID(),
          client_id: clientId,
          token_use: 'access',
          scope: session.scope,
          username: user.sub,
          ...(session.deviceKey !== null && { device_key: session.deviceKey }),
        }),
        sign({
          ...attributeClaims(user),
          ...shared,
          jti: randomUUID(),
          aud: clientId,
          token_use: 'id',
          'cognito:username': user.sub,
        }),
      ]);
      return { accessToken, idToken, expiresIn: lifeSeconds };
    },
    /** Returns an access token's claims. Throws NotAuthorizedException if it isn't valid for this pool and client. */
    async verifyAccessToken(token: string): Promise<AccessClaims> {
      try {
        const { payload } = await jwtVerify(token, keys.publicKey, {
          issuer: issuer(),
          algorithms: ['RS256'],
          currentDate: new Date(now()),
        });
        const claims = v.parse(accessClaimsSchema, payload);
        if (claims.client_id === clientId) return claims;
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw notAuthorized('Access Token has expired');
        if (!(error instanceof errors.JOSEError || error instanceof v.ValiError)) throw error;
      }
      throw notAuthorized('Invalid Access Token');
    },
  };
};
