import * as v from 'valibot';
import { passkeyRegistrationTexts, passkeySignInTexts } from '#texts/passkeys.ts';
import { readAs } from './client.ts';
import { FailureError } from './errors.ts';
import { toBase64url } from './oauth.ts';
import { bytesOf } from './stored-session.ts';

const knownTransports = ['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const;

const base64url = v.pipe(v.string(), v.transform(bytesOf));

/** Removes transports that the browser might not know. */
const transports = v.pipe(
  v.array(v.string()),
  v.transform((names) => knownTransports.filter((known) => names.includes(known))),
);

const descriptors = v.nullish(
  v.array(
    v.object({ id: base64url, type: v.literal('public-key'), transports: v.exactOptional(transports) }),
  ),
  [],
);
const verification = v.exactOptional(v.picklist(['discouraged', 'preferred', 'required']));

const requestSchema = v.object({
  challenge: base64url,
  timeout: v.exactOptional(v.number()),
  rpId: v.string(),
  allowCredentials: descriptors,
  userVerification: verification,
});

const creationSchema = v.object({
  challenge: base64url,
  timeout: v.exactOptional(v.number()),
  rp: v.object({ id: v.exactOptional(v.string()), name: v.string() }),
  user: v.object({ id: base64url, name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
  excludeCredentials: descriptors,
  authenticatorSelection: v.exactOptional(
    v.object({
      authenticatorAttachment: v.exactOptional(v.picklist(['platform', 'cross-platform'])),
      residentKey: verification,
      requireResidentKey: v.exactOptional(v.boolean()),
      userVerification: verification,
    }),
  ),
  attestation: v.exactOptional(v.picklist(['none', 'indirect', 'direct', 'enterprise'])),
});

type RequestOptions = v.InferOutput<typeof requestSchema>;
type CreationOptions = v.InferOutput<typeof creationSchema>;

/** Parses the service's `PublicKeyCredentialRequestOptionsJSON`. @throws {UnavailableError} if unreadable */
export const parseRequestOptions = (json: unknown): RequestOptions => readAs(requestSchema, json);

/** Parses the service's `PublicKeyCredentialCreationOptionsJSON`. @throws {UnavailableError} if unreadable */
export const parseCreationOptions = (json: unknown): CreationOptions => readAs(creationSchema, json);

const nameOf = (error: unknown): string => (error instanceof DOMException ? error.name : '');

/** Creates a function that explains errors. Browsers don't report timeouts, so we measure the time. */
const explainWith =
  (texts: Readonly<Record<'canceled' | 'timedOut' | 'misplaced', string>>) =>
  (error: unknown, isLate: boolean): FailureError => {
    if (nameOf(error) === 'SecurityError') return new FailureError('passkey-misplaced', texts.misplaced);
    return isLate
      ? new FailureError('passkey-timed-out', texts.timedOut)
      : new FailureError('passkey-canceled', texts.canceled);
  };

const explainSignIn = explainWith(passkeySignInTexts);

const explainCreation: typeof explainSignIn = (error, isLate) => {
  const { present, unsupported } = passkeyRegistrationTexts;
  const name = nameOf(error);
  if (name === 'InvalidStateError') return new FailureError('passkey-present', present);
  if (name === 'NotSupportedError' || name === 'ConstraintError')
    return new FailureError('passkey-unsupported', unsupported);
  return explainWith(passkeyRegistrationTexts)(error, isLate);
};

/** Asks the browser for a credential. @throws {FailureError}, or the signal's reason if aborted */
const credentialFrom = async <Response extends AuthenticatorResponse>(
  request: () => Promise<Credential | null>,
  ResponseClass: new () => Response,
  explain: typeof explainSignIn,
  { timeout = Number.POSITIVE_INFINITY }: { readonly timeout?: number },
  signal?: AbortSignal,
) => {
  const begun = performance.now();
  const credential = await request().catch((error: unknown) => {
    signal?.throwIfAborted();
    throw explain(error, performance.now() - begun >= timeout);
  });
  if (!(credential instanceof PublicKeyCredential)) throw explain(null, false);
  const { response } = credential;
  if (!(response instanceof ResponseClass)) throw explain(null, false);
  return { credential, response };
};

const resultOf = (credential: PublicKeyCredential, response: object) => {
  const { id, rawId, type, authenticatorAttachment } = credential;
  return {
    credential: {
      id,
      rawId: toBase64url(rawId),
      type,
      clientExtensionResults: credential.getClientExtensionResults(),
      ...(authenticatorAttachment !== null && { authenticatorAttachment }),
      response,
    },
    /** Whether the passkey is on this device, rather than on a phone or security key. */
    isHere: authenticatorAttachment === 'platform',
  };
};
export type CeremonyResult = ReturnType<typeof resultOf>;

/** Gets an `AuthenticationResponseJSON` from a passkey. @throws {FailureError}, or the signal's reason */
export const getCredential = async (options: RequestOptions, signal?: AbortSignal) => {
  const { credential, response } = await credentialFrom(
    () => navigator.credentials.get({ publicKey: options, ...(signal && { signal }) }),
    AuthenticatorAssertionResponse,
    explainSignIn,
    options,
    signal,
  );
  const { authenticatorData, clientDataJSON, signature, userHandle } = response;
  return resultOf(credential, {
    authenticatorData: toBase64url(authenticatorData),
    clientDataJSON: toBase64url(clientDataJSON),
    signature: toBase64url(signature),
    ...(userHandle !== null && { userHandle: toBase64url(userHandle) }),
  });
};

/** Creates a passkey. Returns a `RegistrationResponseJSON`. @throws {FailureError}, or the signal's reason */
export const createCredential = async (options: CreationOptions, signal?: AbortSignal) => {
  const { credential, response } = await credentialFrom(
    () => navigator.credentials.create({ publicKey: options, ...(signal && { signal }) }),
    AuthenticatorAttestationResponse,
    explainCreation,
    options,
    signal,
  );
  return resultOf(credential, {
    clientDataJSON: toBase64url(response.clientDataJSON),
    attestationObject: toBase64url(response.attestationObject),
    transports: response.getTransports(),
  });
};
