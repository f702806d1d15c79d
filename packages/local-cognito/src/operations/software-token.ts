import * as v from 'valibot';
import { authorize } from '../authorization.ts';
import { CognitoError, invalidParameter, softwareTokenNotFound } from '../errors.ts';
import { softwareTokenCode, softwareTokenName, token } from '../input.ts';
import type { Pool } from '../pool.ts';
import type { SignIn } from '../sign-ins.ts';
import { createSecret, verifySecret } from '../software-tokens.ts';
import type { User } from '../users.ts';
import { operation } from './operation.ts';

/** An access token, or the session of a sign-in that waits for MFA_SETUP. */
const authorization = v.object({ AccessToken: v.nullish(token), Session: v.nullish(v.string()) });

const assertSoftwareTokens = (pool: Pool): void => {
  const { mfa, mfaFactors } = pool.settings.get();
  if (mfa !== 'OFF' && mfaFactors.includes('SOFTWARE_TOKEN_MFA')) return;
  throw new CognitoError(
    'SoftwareTokenMFANotFoundException',
    'Software Token MFA has not been enabled by the userPool.',
  );
};

type Setup = { readonly session: string; readonly signIn: SignIn } | undefined;

const withUser = (
  pool: Pool,
  { AccessToken, Session }: v.InferOutput<typeof authorization>,
  work: (user: User, setup: Setup) => object,
): object | Promise<object> => {
  if (AccessToken) return authorize(pool, AccessToken, ({ user }) => work(user, undefined));
  if (!Session) throw invalidParameter('Missing required parameter AccessToken or Session');
  const signIn = pool.signIns.at(Session, 'MFA_SETUP');
  return work(pool.users.requireActive(signIn.sub), { session: Session, signIn });
};

const nextSession = (pool: Pool, setup: Setup, isVerified: boolean): { Session?: string } => {
  if (setup === undefined) return {};
  const { sub, deviceKey } = setup.signIn;
  pool.signIns.take(setup.session);
  const { challengeSeconds } = pool.settings.get();
  const challenge = { name: 'MFA_SETUP', isVerified } as const;
  return { Session: pool.signIns.begin({ sub, deviceKey, challenge }, challengeSeconds) };
};

export const softwareTokenOperations = {
  /** Offers the secret of a new authenticator. The current one stays until the new one is verified. */
  AssociateSoftwareToken: operation(authorization, (input, pool) =>
    withUser(pool, input, (user, setup) => {
      assertSoftwareTokens(pool);
      const SecretCode = createSecret();
      pool.users.update(user, { mfa: { ...user.mfa, offeredSecret: SecretCode } });
      return { SecretCode, ...nextSession(pool, setup, false) };
    }),
  ),

  VerifySoftwareToken: operation(
    v.object({
      ...authorization.entries,
      UserCode: softwareTokenCode,
      FriendlyDeviceName: v.nullish(softwareTokenName, null),
    }),
    ({ UserCode, FriendlyDeviceName, ...input }, pool) =>
      withUser(pool, input, (user, setup) => {
        assertSoftwareTokens(pool);
        const { offeredSecret } = user.mfa;
        if (offeredSecret === null) throw softwareTokenNotFound();
        try {
          const softwareToken = verifySecret(offeredSecret, FriendlyDeviceName, UserCode, pool.now());
          pool.users.update(user, { mfa: { ...user.mfa, softwareToken } });
        } catch (error) {
          if (setup !== undefined) pool.signIns.countWrongCode(setup.session, setup.signIn);
          throw error;
        }
        return { Status: 'SUCCESS', ...nextSession(pool, setup, true) };
      }),
  ),
};
