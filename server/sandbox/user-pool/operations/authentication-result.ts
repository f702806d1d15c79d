import type { TokenPair } from '../tokens.ts';

/** How tokens are handed out: without a refresh token when they were made from one. */
export function authenticationResult(tokens: TokenPair, refreshToken?: string): object {
  return {
    AuthenticationResult: {
      AccessToken: tokens.accessToken,
      ExpiresIn: tokens.expiresIn,
      IdToken: tokens.idToken,
      ...(refreshToken !== undefined && { RefreshToken: refreshToken }),
      TokenType: 'Bearer',
    },
    ChallengeParameters: {},
  };
}
