import * as v from 'valibot';
import { UnavailableError } from '#services/errors.ts';
import { type StagedStorage, stage } from '#services/storage/staged-storage.ts';
import { callCognito, type Reply, readAs } from './client.ts';
import { isRefusedWith, isSessionRefused } from './errors.ts';
import type { IdentityContext } from './session.ts';
import { entryKey, type Session } from './stored-session.ts';
import { writeTokens } from './token-writer.ts';

const resultSchema = v.object({
  AuthenticationResult: v.object({
    AccessToken: v.string(),
    IdToken: v.string(),
    RefreshToken: v.nullish(v.pipe(v.string(), v.nonEmpty())),
  }),
});

/** Whether the pool may have refused the operation rather than the token. */
const mayRotate = (error: unknown): boolean =>
  isRefusedWith(error, 'UnsupportedOperationException', 'InvalidParameterException') ||
  (isRefusedWith(error, 'NotAuthorizedException') &&
    error instanceof Error &&
    !/revoked|expired|disabled/i.test(error.message));

/**
 * Pools that rotate refresh tokens accept only `GetTokensFromRefreshToken`; others accept it since April
 * 2025. Returns changes to commit.
 * @throws {ProviderError} for a refusal, {@link UnavailableError} without tokens
 */
export const refreshTokens = async (
  { settings, storage }: Pick<IdentityContext, 'settings' | 'storage'>,
  { username, refreshToken, deviceKey, rotates }: Session,
  signal: AbortSignal,
): Promise<StagedStorage> => {
  const { clientId } = settings;
  const initiate = () =>
    callCognito(
      settings,
      'InitiateAuth',
      {
        ClientId: clientId,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: {
          REFRESH_TOKEN: refreshToken,
          ...(deviceKey !== null && { DEVICE_KEY: deviceKey }),
        },
      },
      signal,
    );
  const rotate = () =>
    callCognito(
      settings,
      'GetTokensFromRefreshToken',
      { ClientId: clientId, RefreshToken: refreshToken, ...(deviceKey !== null && { DeviceKey: deviceKey }) },
      signal,
    );
  const initiateOrRotate = (): Promise<Reply> =>
    initiate().catch((refusal: unknown) => {
      if (!mayRotate(refusal)) throw refusal;
      return rotate().catch((error: unknown) => {
        throw error instanceof UnavailableError || isSessionRefused(error) ? error : refusal;
      });
    });

  const result = readAs(resultSchema, await (rotates ? rotate() : initiateOrRotate()));
  const { AccessToken, IdToken, RefreshToken } = result.AuthenticationResult;
  const changes = stage(storage);
  const tokens = { idToken: IdToken, accessToken: AccessToken, refreshToken: RefreshToken ?? undefined };
  writeTokens(clientId, username, tokens, changes);
  if (tokens.refreshToken !== undefined) changes.setItem(entryKey(clientId, username, 'rotates'), 'true');
  return changes;
};
