import { decodeJwt } from 'jose';
import * as v from 'valibot';
import { readUserFilter } from './input.ts';
import type { Pool } from './pool.ts';

/** The parts that identify a request's sender: the `Authorization` header, or an operation's body. */
export interface RequestParts {
  readonly authorization?: string | undefined;
  readonly body?: string | undefined;
}

const text = v.optional(v.string(), '');
const operationInput = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    Username: text,
    AccessToken: text,
    Session: text,
    Token: text,
    RefreshToken: text,
    Filter: text,
    AuthParameters: v.optional(v.object({ USERNAME: text, REFRESH_TOKEN: text }), {}),
    ChallengeResponses: v.optional(v.object({ USERNAME: text }), {}),
  }),
);

/** Returns the email of a request's user, even if the token has expired or the user doesn't exist yet. */
export const requestCustomer = (pool: Pool, { authorization = '', body = '' }: RequestParts) => {
  const emailOf = (username = ''): string | undefined => pool.users.find(username)?.email;
  const [scheme = '', bearer = ''] = authorization.split(' ');
  if (scheme.toLowerCase() === 'bearer') return emailOf(subjectOf(bearer));
  const { success, output: input } = v.safeParse(operationInput, body);
  if (!success) return undefined;
  const username = input.Username || input.AuthParameters.USERNAME || input.ChallengeResponses.USERNAME;
  if (username) return emailOf(username) ?? username;
  if (input.AccessToken) return emailOf(subjectOf(input.AccessToken));
  if (input.Session) return emailOf(pool.signIns.get(input.Session)?.sub);
  if (input.Filter) return emailOf(readUserFilter(input.Filter)?.value);
  const refreshToken = input.Token || input.RefreshToken || input.AuthParameters.REFRESH_TOKEN;
  return emailOf(pool.sessions.find(refreshToken)?.sub);
};

const subjectOf = (token: string): string | undefined => {
  try {
    return decodeJwt(token).sub;
  } catch {
    return undefined;
  }
};
