import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../secrets.ts';
import type { OpaqueTokens } from '../opaque-tokens.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

/** How long an authorization code is good. */
export const codeLifeSeconds = 5 * 60;

/** What a code stands for. */
export interface CodeGrant {
  readonly sub: string;
  readonly request: AuthorizationRequest;
}

/** The codes between a sign-in at the hosted page and the app's call for tokens: good once. */
export type AuthorizationCodes = OpaqueTokens<CodeGrant>;

/** What an app brings to get tokens for a code. */
export interface CodeClaim {
  readonly code: string;
  readonly redirectUri: string | undefined;
  readonly codeVerifier: string | undefined;
}

/**
 * Ends a code and gives its grant; undefined when the code is not good (any more), or whoever claims it does not name
 * the address that it was sent to or can't show the verifier of its challenge.
 */
export const redeemAuthorizationCode = (
  codes: AuthorizationCodes,
  { code, redirectUri, codeVerifier }: CodeClaim,
): CodeGrant | undefined => {
  const grant = codes.take(code);
  if (grant === undefined || redirectUri === undefined || codeVerifier === undefined) return undefined;
  const isSame = URL.canParse(redirectUri) && new URL(redirectUri).href === grant.request.redirectUri.href;
  return isSame && isVerifierOf(codeVerifier, grant.request.codeChallenge) ? grant : undefined;
};

/** RFC 7636, 4.6. */
const isVerifierOf = (verifier: string, challenge: string): boolean => {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const given = sha256(verifier);
  const expected = Buffer.from(challenge, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
};
