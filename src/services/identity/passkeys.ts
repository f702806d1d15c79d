import * as v from 'valibot';
import type { PasskeyUse } from '#machines/account/passkey-registration.types.ts';
import { anySignal } from '#services/abort.ts';
import { passkeyRegistrationTexts as texts } from '#texts/passkeys.ts';
import { type AuthorizedCall, readAs } from './client.ts';
import { FailureError, isRefusedWith, resultOf } from './errors.ts';
import { type CeremonyResult, createCredential, parseCreationOptions } from './passkey-ceremony.ts';
import { createPasskeyPlaces } from './passkey-places.ts';
import type { IdentityContext } from './session.ts';

/** Maximum passkeys per user and per page in Cognito. */
const maxPasskeys = 20;

const listSchema = v.object({
  Credentials: v.array(
    v.object({
      CredentialId: v.pipe(v.string(), v.nonEmpty()),
      FriendlyCredentialName: v.nullish(v.string(), ''),
      AuthenticatorAttachment: v.nullish(v.string(), ''),
      AuthenticatorTransports: v.nullish(v.array(v.string()), []),
      /** In seconds since the epoch. */
      CreatedAt: v.number(),
    }),
  ),
});
type Listed = v.InferOutput<typeof listSchema>['Credentials'];

/** Returns whether a passkey is the only one left. Other tabs or devices may have removed the others. */
const isOnly = (id: string, listed: Listed): boolean => listed.length === 1 && listed[0]?.CredentialId === id;

const userSchema = v.object({ UserMFASettingList: v.nullish(v.array(v.string()), []) });
const startSchema = v.object({ CredentialCreationOptions: v.looseObject({}) });
const ownerSchema = v.object({ rp: v.object({ id: v.string() }), user: v.object({ id: v.string() }) });

/** The failure, message and Cognito exceptions for each way a registration can fail. */
const failures = [
  ['passkeys-off', texts.off, ['WebAuthnNotEnabledException', 'WebAuthnConfigurationMissingException']],
  ['passkey-timed-out', texts.timedOut, ['WebAuthnChallengeNotFoundException']],
  [
    'passkey-misplaced',
    texts.misplaced,
    [
      'WebAuthnRelyingPartyMismatchException',
      'WebAuthnOriginNotAllowedException',
      'WebAuthnClientMismatchException',
    ],
  ],
  ['passkey-unsupported', texts.unsupported, ['WebAuthnCredentialNotSupportedException']],
  ['limit-exceeded', texts.limit, ['LimitExceededException']],
] as const;

const explain = (error: unknown): never => {
  const failure = failures.find(([, , exceptions]) => isRefusedWith(error, ...exceptions));
  throw failure === undefined ? error : new FailureError(failure[0], failure[1]);
};

/** Lets passkeys replace both password and code. Some pools count a passkey as one factor and refuse. */
const allowAsBothFactors = async (callAuthorized: AuthorizedCall): Promise<PasskeyUse> => {
  const { UserMFASettingList: factors } = readAs(userSchema, await callAuthorized('GetUser', {}));
  if (factors.length === 0) return { needsCode: false };
  try {
    await callAuthorized('SetUserMFAPreference', { WebAuthnMfaSettings: { Enabled: true } });
    return { needsCode: false };
  } catch (error) {
    if (isRefusedWith(error, 'InvalidParameterException')) return { needsCode: true };
    throw error;
  }
};

const createRequests = (callAuthorized: AuthorizedCall) => {
  const start = async () => {
    const reply = await callAuthorized('StartWebAuthnRegistration', {}).catch(explain);
    return readAs(startSchema, reply).CredentialCreationOptions;
  };
  const fetchAll = async (signal?: AbortSignal) => {
    const parameters = { MaxResults: maxPasskeys };
    const reply = await callAuthorized('ListWebAuthnCredentials', parameters, signal).catch(explain);
    return readAs(listSchema, reply).Credentials;
  };
  /** Tells the browser which passkeys are left, so that password managers stop offering others. */
  const signalAccepted = async (): Promise<void> => {
    if (!('signalAllAcceptedCredentials' in PublicKeyCredential)) return;
    // Only the options for a new passkey have the service's id of the user.
    const { rp, user } = readAs(ownerSchema, await start());
    const allAcceptedCredentialIds = (await fetchAll()).map(({ CredentialId }) => CredentialId);
    const accepted = { rpId: rp.id, userId: user.id, allAcceptedCredentialIds };
    await PublicKeyCredential.signalAllAcceptedCredentials(accepted);
  };
  return { start, fetchAll, signalAccepted };
};

/** Creates the operations for passkeys. @param provePassword rejects if the password is wrong */
export const createPasskeys = (
  { settings, storage }: Pick<IdentityContext, 'settings' | 'storage'>,
  callAuthorized: AuthorizedCall,
  provePassword: (password: string) => Promise<void>,
) => {
  const places = createPasskeyPlaces(settings.clientId, storage);
  let created: CeremonyResult | null = null;
  let replaced = new AbortController();

  const { start, fetchAll, signalAccepted } = createRequests(callAuthorized);

  return {
    /** Lists passkeys, newest first. Returns at most 20, the service's limit. */
    list: (signal?: AbortSignal) =>
      resultOf(async () => {
        const passkeys = (await fetchAll(signal)).map((credential) => ({
          id: credential.CredentialId,
          name: credential.FriendlyCredentialName.trim(),
          isSecurityKey:
            credential.AuthenticatorAttachment === 'cross-platform' &&
            !credential.AuthenticatorTransports.includes('hybrid'),
          addedAt: credential.CreatedAt * 1000,
          here: places.has(credential.CredentialId),
        }));
        return { passkeys: passkeys.sort((a, b) => b.addedAt - a.addedAt) };
      }),

    create: (signal?: AbortSignal) =>
      resultOf(async () => {
        // Close an open passkey prompt, because browsers refuse a second one.
        replaced.abort(new FailureError('passkey-canceled', texts.canceled));
        replaced = new AbortController();
        const ending = signal ? anySignal(signal, replaced.signal) : replaced.signal;
        const json = await start();
        ending.throwIfAborted();
        const options = parseCreationOptions(json);
        created = await createCredential(options, ending);
        return {};
      }),

    async save() {
      if (created === null) throw new Error('There is no passkey to save');
      const { credential, isHere } = created;
      created = null;
      return resultOf(async () => {
        await callAuthorized('CompleteWebAuthnRegistration', { Credential: credential }).catch(explain);
        if (isHere) places.add(credential.id);
        // The passkey is registered even if this call fails.
        return allowAsBothFactors(callAuthorized).catch(() => ({ needsCode: false }));
      });
    },

    replaceCode: () => resultOf(() => allowAsBothFactors(callAuthorized)),

    remove: ({ id, password }: { readonly id: string; readonly password: string | null }) =>
      resultOf(async () => {
        if (password !== null) await provePassword(password);
        else if (isOnly(id, await fetchAll()))
          throw new FailureError('field-empty', 'Password cannot be empty');
        await callAuthorized('DeleteWebAuthnCredential', { CredentialId: id }).catch((error: unknown) => {
          // A passkey that was already removed elsewhere counts as removed.
          if (!isRefusedWith(error, 'ResourceNotFoundException')) throw error;
        });
        places.remove(id);
        void signalAccepted().catch(() => undefined);
        return {};
      }),
  };
};

export type Passkeys = ReturnType<typeof createPasskeys>;
