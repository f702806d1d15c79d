import { hash } from 'node:crypto';
import { JwtVerifier } from 'aws-jwt-verify';
import { JwtInvalidClaimError } from 'aws-jwt-verify/error';
import * as v from 'valibot';
import type { StoreConfig } from '../config/config.ts';
import { signInNeeded, temporarilyUnavailable } from '../http/http-error.ts';
import type { Log } from '../logging/logging.ts';
import { NoPoolKeysError, type PoolKeys } from './pool-keys.ts';
import { rememberVerified, type VerifiedToken } from './verified-tokens.ts';

export interface Caller extends Omit<VerifiedToken, 'expiresAt'> {
  readonly accessToken: string;
}

/** Seconds since the epoch, limited to the year 9999 because Date and the database can represent it. */
const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(253_402_300_799));

const toDate = (time: number | undefined): Date | null => (time === undefined ? null : new Date(time * 1000));

/** Creates a verifier of Cognito access tokens. It checks RS256, `iss`, `client_id`, `token_use` and `exp`. */
export const createAuthentication = (
  { issuer, clientId }: Pick<StoreConfig['userPool'], 'issuer' | 'clientId'>,
  poolKeys: PoolKeys,
  log: Pick<Log, 'info'>,
) => {
  // Check `exp` here too, because the verifier accepts tokens without it.
  const claimsSchema = v.object({
    sub: v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/)),
    client_id: v.literal(clientId),
    token_use: v.literal('access'),
    exp: seconds,
    auth_time: v.optional(seconds),
    iat: v.optional(seconds),
    device_key: v.optional(v.string()),
    origin_jti: v.optional(v.string()),
  });
  // `crit` lists extensions that a verifier must support (RFC 7515, 4.1.11). We support none.
  const headerSchema = v.object({ alg: v.literal('RS256'), crit: v.exactOptional(v.never()) });
  const verifier = JwtVerifier.create(
    {
      issuer,
      audience: null, // Cognito's access tokens have `client_id` instead.
      customJwtCheck: ({ header }) => {
        v.assert(headerSchema, header);
      },
    },
    { jwksCache: poolKeys.cache },
  );

  const verify = rememberVerified(async (accessToken) => {
    const claims = v.parse(claimsSchema, await verifier.verify(accessToken));
    const { sub, exp, iat, auth_time, device_key, origin_jti } = claims;
    const device = device_key ?? origin_jti;
    return {
      customerId: sub,
      expiresAt: exp * 1000,
      signedInAt: toDate(auth_time ?? iat),
      issuedAt: toDate(iat),
      authenticatedAt: toDate(auth_time),
      device: device === undefined ? null : hash('sha256', device, 'buffer'),
    };
  });

  /** Verifies an `Authorization` header. @throws {HttpError} 401 if invalid, 503 if pool keys were never loaded */
  return async (authorization: string | undefined): Promise<Caller> => {
    const [, accessToken] = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '') ?? [];
    if (accessToken === undefined) throw signInNeeded();
    try {
      const { expiresAt: _, ...verified } = await verify(accessToken);
      return { ...verified, accessToken };
    } catch (error) {
      if (error instanceof NoPoolKeysError) throw temporarilyUnavailable();
      log.info({ event: 'token-refused', why: reasonOf(error) });
      throw signInNeeded();
    }
  };
};

/** Returns the wrong claim. Other errors' messages can quote the token. */
const reasonOf = (error: unknown): string => {
  if (error instanceof v.ValiError) return v.getDotPath(error.issues[0]) ?? 'claims';
  return error instanceof JwtInvalidClaimError ? error.message : 'signature';
};
