import { decodeJwt } from 'jose';
import * as v from 'valibot';
import type { Pool } from './pool.ts';

/** The parts of a request that identify its sender: the header `Authorization`, or the body of an operation of the pool. */
export interface RequestParts {
  readonly authorization?: string | undefined;
  readonly body?: string | undefined;
}

const text = v.optional(v.string());
/** The body of an operation, as JSON text. */
const operationInput = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    Username: text,
    AccessToken: text,
    Session: text,
    Token: text,
    RefreshToken: text,
    AuthParameters: v.optional(v.object({ USERNAME: text, REFRESH_TOKEN: text })),
    ChallengeResponses: v.optional(v.object({ USERNAME: text })),
  }),
);
const claimsSchema = v.object({ sub: v.string() });

/**
 * The email of the user whom a request identifies, even with an expired token or before the user exists, since it is not
 * authorised here. Undefined for a request that identifies no user, or by a token of no user of the pool.
 */
export const requestCustomer = (
  pool: Pool,
  { authorization = '', body = '' }: RequestParts,
): string | undefined => {
  const [scheme = '', bearer = ''] = authorization.split(' ');
  if (scheme.toLowerCase() === 'bearer') return emailOf(pool, subjectOf(bearer));
  const parsed = v.safeParse(operationInput, body);
  if (!parsed.success) return undefined;
  const { Username, AccessToken, Session, Token, RefreshToken, AuthParameters, ChallengeResponses } =
    parsed.output;
  const username = Username ?? AuthParameters?.USERNAME ?? ChallengeResponses?.USERNAME;
  if (username !== undefined) return emailOf(pool, username) ?? username;
  if (AccessToken !== undefined) return emailOf(pool, subjectOf(AccessToken));
  if (Session !== undefined) return emailOf(pool, pool.signIns.userOf(Session));
  const refreshToken = Token ?? RefreshToken ?? AuthParameters?.REFRESH_TOKEN;
  return refreshToken === undefined ? undefined : emailOf(pool, pool.sessions.find(refreshToken)?.sub);
};

const emailOf = (pool: Pool, username = ''): string | undefined => pool.users.find(username)?.email;

const subjectOf = (token: string): string | undefined => {
  try {
    return v.parse(claimsSchema, decodeJwt(token)).sub;
  } catch {
    return undefined;
  }
};
