import type { TokenPair } from '../tokens.ts';

/** What a session gets at its start, and no refresh of it does. */
export interface FirstTokens {
  readonly refreshToken: string;
  readonly newDevice?: { readonly DeviceKey: string; readonly DeviceGroupKey: string } | undefined;
}

/** How tokens are handed out: those of a new session, or those that were made from a refresh token. */
export function authenticationResult(tokens: TokenPair, first?: FirstTokens): object {
  return {
    AuthenticationResult: {
      AccessToken: tokens.accessToken,
      ExpiresIn: tokens.expiresIn,
      IdToken: tokens.idToken,
      ...(first !== undefined && { RefreshToken: first.refreshToken }),
      ...(first?.newDevice !== undefined && { NewDeviceMetadata: first.newDevice }),
      TokenType: 'Bearer',
    },
    ChallengeParameters: {},
  };
}
