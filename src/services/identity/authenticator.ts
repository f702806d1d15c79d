import * as v from 'valibot';
import type { AuthenticatorUse } from '#domain/security.ts';
import { authenticatorTexts } from '#texts/authenticator.ts';
import { type AuthorizedCall, readAs } from './client.ts';
import { FailureError, ProviderError, resultOf } from './errors.ts';

/** Cognito's name for an authenticator app. */
const factor = 'SOFTWARE_TOKEN_MFA';

const userSchema = v.object({
  UserMFASettingList: v.nullish(v.array(v.string()), []),
  PreferredMfaSetting: v.nullish(v.string(), ''),
});
const secretSchema = v.object({ SecretCode: v.pipe(v.string(), v.nonEmpty()) });
const verificationSchema = v.object({ Status: v.picklist(['SUCCESS', 'ERROR']) });

const wrongCode = () => new ProviderError('EnableSoftwareTokenMFAException', '');

/** Returns whether the service refused the code's format without checking the code. */
const isMalformedCode = (error: unknown): boolean =>
  error instanceof ProviderError &&
  error.code === 'InvalidParameterException' &&
  error.message.includes("'userCode'");

const useOf = ({
  UserMFASettingList: factors,
  PreferredMfaSetting: preferred,
}: v.InferOutput<typeof userSchema>): AuthenticatorUse => {
  if (!factors.includes(factor)) return 'off';
  return preferred === factor || factors.length === 1 ? 'on' : 'secondary';
};

/** Creates the operations for authenticator apps. @param provePassword rejects if the password is wrong */
export const createAuthenticator = (
  callAuthorized: AuthorizedCall,
  provePassword: (password: string) => Promise<void>,
) => {
  /** Whether a code already proved the secret. Each code works once, so a retry must skip this step. */
  let proven = false;

  const verify = async (code: string): Promise<void> => {
    if (code === '') throw new FailureError('field-empty', 'Confirmation code cannot be empty');
    const reply = await callAuthorized('VerifySoftwareToken', {
      UserCode: code,
      FriendlyDeviceName: authenticatorTexts.deviceName,
    }).catch((error: unknown) => {
      throw isMalformedCode(error) ? wrongCode() : error;
    });
    if (readAs(verificationSchema, reply).Status === 'ERROR') throw wrongCode();
    proven = true;
  };

  const prefer = (Enabled: boolean) =>
    callAuthorized('SetUserMFAPreference', {
      SoftwareTokenMfaSettings: { Enabled, PreferredMfa: Enabled },
    });

  return {
    read: () =>
      resultOf(async () => ({ use: useOf(readAs(userSchema, await callAuthorized('GetUser', {}))) })),

    createSecret: () =>
      resultOf(async () => {
        proven = false;
        const reply = await callAuthorized('AssociateSoftwareToken', {});
        return { secret: readAs(secretSchema, reply).SecretCode };
      }),

    turnOn: ({ code }: { readonly code: string }) =>
      resultOf(async () => {
        if (!proven) await verify(code.trim());
        await prefer(true);
        proven = false;
        return {};
      }),

    turnOff: ({ password }: { readonly password: string }) =>
      resultOf(async () => {
        await provePassword(password);
        await prefer(false);
        return {};
      }),
  };
};
