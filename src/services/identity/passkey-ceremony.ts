import * as v from 'valibot';
import { permitted } from '#services/browser.ts';
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

/** Encodes bytes of any window as base64url. @throws {TypeError} if there are none */
const textOf = (bytes: ArrayBuffer): string => {
  const text = toBase64url(bytes);
  if (text === '') throw new TypeError('A passkey without bytes');
  return text;
};

const resultOf = (credential: PublicKeyCredential, response: object) => {
  const { id, rawId, authenticatorAttachment } = credential;
  return {
    credential: {
      id,
      rawId: textOf(rawId),
      type: 'public-key',
      clientExtensionResults: permitted(() => credential.getClientExtensionResults()) ?? {},
      ...(authenticatorAttachment && { authenticatorAttachment }),
      response,
    },
    /** Whether the passkey is on this device, rather than on a phone or security key. */
    isHere: authenticatorAttachment === 'platform',
  };
};
export type CeremonyResult = ReturnType<typeof resultOf>;

/**
 * Asks the browser for a credential. Password managers may return objects of their own classes, in which methods
 * fail, and may ignore the signal.
 * @throws {FailureError}, or the signal's reason if aborted
 */
const credentialFrom = async <Response extends AuthenticatorResponse>(
  request: () => Promise<Credential | null>,
  read: (response: Response) => object,
  explain: typeof explainSignIn,
  { timeout = Number.POSITIVE_INFINITY }: { readonly timeout?: number },
  signal?: AbortSignal,
): Promise<CeremonyResult> => {
  const begun = performance.now();
  const credential = await new Promise((resolve, reject) => {
    if (signal?.aborted) reject();
    signal?.addEventListener('abort', reject);
    request().then(resolve, reject);
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw explain(error, performance.now() - begun >= timeout);
  });
  const given: PublicKeyCredential = Object(credential);
  const result = permitted(() => resultOf(given, read(Object(given.response))));
  if (result === undefined) throw explain(null, false);
  return result;
};

/** Gets an `AuthenticationResponseJSON` from a passkey. @throws {FailureError}, or the signal's reason */
export const getCredential = (options: RequestOptions, signal?: AbortSignal) =>
  credentialFrom<AuthenticatorAssertionResponse>(
    () => navigator.credentials.get({ publicKey: options, ...(signal && { signal }) }),
    ({ authenticatorData, clientDataJSON, signature, userHandle }) => ({
      authenticatorData: textOf(authenticatorData),
      clientDataJSON: textOf(clientDataJSON),
      signature: textOf(signature),
      ...(userHandle && { userHandle: textOf(userHandle) }),
    }),
    explainSignIn,
    options,
    signal,
  );

/** Creates a passkey. Returns a `RegistrationResponseJSON`. @throws {FailureError}, or the signal's reason */
export const createCredential = (options: CreationOptions, signal?: AbortSignal) =>
  credentialFrom<AuthenticatorAttestationResponse>(
    () => navigator.credentials.create({ publicKey: options, ...(signal && { signal }) }),
    (response) => ({
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: permitted(() => response.getTransports()) ?? [],
    }),
    explainCreation,
    options,
    signal,
  );
