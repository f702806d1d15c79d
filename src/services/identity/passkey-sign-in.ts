import * as v from 'valibot';
import type { SignInResult } from '#machines/account/auth.types.ts';
import { withTimeout } from '#services/abort.ts';
import { passkeySignInTexts } from '#texts/passkeys.ts';
import { callCognito, readAs } from './client.ts';
import type { IdentitySettings } from './environment.ts';
import { FailureError, isRefusedWith } from './errors.ts';
import { getCredential, parseRequestOptions } from './passkey-ceremony.ts';
import { createPasskeyPlaces } from './passkey-places.ts';
import type { IdentityContext } from './session.ts';

/** A passkey's signature, which the service checks. */
export interface AssertedPasskey {
  readonly email: string;
  /** The service's name for the user. */
  readonly username: string;
  readonly session: string;
  /** The `AuthenticationResponseJSON` as text. */
  readonly credential: string;
  /** The passkey's id if the passkey is on this device, otherwise null. */
  readonly idHere: string | null;
}

const text = v.pipe(v.string(), v.nonEmpty());
const challengeSchema = v.object({
  Session: text,
  ChallengeParameters: v.object({
    CREDENTIAL_REQUEST_OPTIONS: v.pipe(text, v.parseJson()),
    USER_ID_FOR_SRP: v.optional(text),
  }),
});

/** Explains a refusal. Only a password sign-in can lead to email verification or a password reset. */
const explain = (error: unknown): unknown => {
  if (isRefusedWith(error, 'InvalidParameterException'))
    return new FailureError('passkeys-off', passkeySignInTexts.off);
  return isRefusedWith(error, 'PasswordResetRequiredException', 'UserNotConfirmedException')
    ? new FailureError('passkey-refused', passkeySignInTexts.passwordFirst)
    : error;
};

/**
 * Starts a sign-in and lets the browser ask for a passkey. The service's options limit how long the browser
 * waits for the customer.
 * @param limit time limit for the request, in milliseconds
 * @throws {FailureError}, or an error from `callCognito`
 */
export const assertPasskey = async (
  settings: IdentitySettings,
  email: string,
  limit: number,
  signal?: AbortSignal,
): Promise<AssertedPasskey> => {
  const AuthParameters = { USERNAME: email, PREFERRED_CHALLENGE: 'WEB_AUTHN' };
  const parameters = { AuthFlow: 'USER_AUTH', ClientId: settings.clientId, AuthParameters };
  const reply = await withTimeout(
    limit,
    (ending) => callCognito(settings, 'InitiateAuth', parameters, ending),
    signal,
  ).catch((error: unknown) => {
    throw explain(error);
  });
  if (reply.ChallengeName !== 'WEB_AUTHN')
    throw new FailureError('passkey-missing', passkeySignInTexts.missing);
  const { Session: session, ChallengeParameters } = readAs(challengeSchema, reply);
  const options = parseRequestOptions(ChallengeParameters.CREDENTIAL_REQUEST_OPTIONS);
  const { credential, isHere } = await getCredential(options, signal);
  return {
    email,
    username: ChallengeParameters.USER_ID_FOR_SRP ?? email,
    session,
    credential: JSON.stringify(credential),
    idHere: isHere ? credential.id : null,
  };
};

/** Remembers a passkey if it worked and is on this device. Explains an expired session or a refusal. */
export const concludeSignIn = (
  answer: SignInResult,
  { idHere }: Pick<AssertedPasskey, 'idHere'>,
  { settings, storage }: Pick<IdentityContext, 'settings' | 'storage'>,
): SignInResult => {
  if (answer.outcome === 'done' && idHere !== null)
    createPasskeyPlaces(settings.clientId, storage).add(idHere);
  if (answer.outcome !== 'refused' || answer.failure.name !== 'not-authorized') return answer;
  const message = /session/i.test(answer.failure.message)
    ? passkeySignInTexts.expired
    : passkeySignInTexts.refused;
  return { outcome: 'refused', failure: { name: 'passkey-refused', message } };
};
