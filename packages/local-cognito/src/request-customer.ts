import { decodeJwt } from 'jose';
import * as v from 'valibot';
import type { Pool } from './pool.ts';

/** What identifies the sender of a request: the header `Authorization`, or the body of an operation. */
export interface RequestParts {
  readonly authorization?: string | undefined;
  readonly body?: string | undefined;
}

const text = v.optional(v.string());
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

/** The email of the user whom a request names, authorized or not: the token may have expired, the user may not exist yet. */
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
  if (Session !== undefined) return emailOf(pool, pool.signIns.get(Session)?.sub);
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
