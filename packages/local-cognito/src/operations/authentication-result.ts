import type { TokenPair } from '../tokens.ts';

/**
 * How tokens are handed out: those of a new session, or those that were made from a refresh token.
 *
 * @param first the members that a session gets at its start, and but for a rotated `RefreshToken` at no refresh
 */
export const authenticationResult = (
  { accessToken, expiresIn, idToken }: TokenPair,
  first: object = {},
): object => ({
  AuthenticationResult: {
    AccessToken: accessToken,
    ExpiresIn: expiresIn,
    IdToken: idToken,
    ...first,
    TokenType: 'Bearer',
  },
  ChallengeParameters: {},
});
