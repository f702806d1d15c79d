import type { TokenPair } from '../tokens.ts';

/** What a session gets at its start, and no refresh of it does. */
export interface FirstTokens {
  readonly RefreshToken?: string;
  readonly NewDeviceMetadata?: { readonly DeviceKey: string; readonly DeviceGroupKey: string };
}

/** How tokens are handed out: those of a new session, or those that were made from a refresh token. */
export const authenticationResult = (
  { accessToken, expiresIn, idToken }: TokenPair,
  first: FirstTokens = {},
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
