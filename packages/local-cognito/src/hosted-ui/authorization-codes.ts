import { equalSecrets, sha256 } from 'local-services/secrets.ts';
import type { OpaqueTokens } from '../opaque-tokens.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

/** How long an authorization code is good. */
export const codeLifeSeconds = 5 * 60;

/** The sign-in that a code completes. */
export interface CodeGrant {
  readonly sub: string;
  readonly request: AuthorizationRequest;
}

/** The codes between a sign-in at the hosted page and the app's call for tokens: good once. */
export type AuthorizationCodes = OpaqueTokens<CodeGrant>;

/**
 * Ends a code and gives its grant; undefined when the code is not good (any more), or the app that redeems it does not
 * name the address that it was sent to or can't show the verifier of its challenge.
 */
export const redeemAuthorizationCode = (
  codes: AuthorizationCodes,
  code: string,
  redirectUri: string | undefined,
  codeVerifier: string | undefined,
): CodeGrant | undefined => {
  const grant = codes.take(code);
  if (grant === undefined || redirectUri === undefined || codeVerifier === undefined) return undefined;
  const isSame = URL.canParse(redirectUri) && new URL(redirectUri).href === grant.request.redirectUri.href;
  return isSame && isVerifierOf(codeVerifier, grant.request.codeChallenge) ? grant : undefined;
};

/** RFC 7636, 4.6. */
const isVerifierOf = (verifier: string, challenge: string): boolean =>
  /^[\w.~-]{43,128}$/.test(verifier) && equalSecrets(sha256(verifier), Buffer.from(challenge, 'base64url'));
