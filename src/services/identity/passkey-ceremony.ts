import * as v from 'valibot';
import { passkeyRegistrationTexts, passkeySignInTexts } from '#texts/passkeys.ts';
import { readAs } from './client.ts';
import { PasskeyError } from './errors.ts';

const knownTransports = ['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const;

const base64url = v.pipe(
  v.string(),
  v.transform((text) => {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  }),
);

/** Drops transports that the browser might not know. */
const transports = v.pipe(
  v.array(v.string()),
  v.transform((names) => knownTransports.filter((known) => names.includes(known))),
);

const descriptors = v.nullish(
  v.array(
    v.object({
      id: base64url,
      type: v.literal('public-key'),
      transports: v.exactOptional(transports),
    }),
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

/** From the service's `PublicKeyCredentialRequestOptionsJSON`. @throws {UnavailableError} if unreadable */
export const parseRequestOptions = (json: unknown): RequestOptions => readAs(requestSchema, json);

/** From the service's `PublicKeyCredentialCreationOptionsJSON`. @throws {UnavailableError} if unreadable */
export const parseCreationOptions = (json: unknown): CreationOptions => readAs(creationSchema, json);

const encode = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

interface RefusalTexts {
  readonly canceled: string;
  readonly timedOut: string;
  readonly misplaced: string;
}

/** Browsers don't say whether the customer canceled, had no passkey or took too long. Only the time tells. */
const refusalOf = (
  error: unknown,
  texts: RefusalTexts,
  elapsedMs = 0,
  timeout: number | undefined = undefined,
): PasskeyError => {
  if (error instanceof DOMException && error.name === 'SecurityError')
    return new PasskeyError('passkey-misplaced', texts.misplaced);
  return timeout !== undefined && elapsedMs >= timeout
    ? new PasskeyError('passkey-timed-out', texts.timedOut)
    : new PasskeyError('passkey-canceled', texts.canceled);
};

/** What the browser's authenticator answered. */
export interface CeremonyResult<Response> {
  readonly credential: {
    readonly id: string;
    readonly rawId: string;
    readonly type: string;
    readonly clientExtensionResults: object;
    readonly authenticatorAttachment?: string;
    readonly response: Response;
  };
  /** Whether this device has the passkey itself. */
  readonly isHere: boolean;
}

const resultOf = <Response>(
  credential: PublicKeyCredential,
  response: Response,
): CeremonyResult<Response> => {
  const { id, rawId, type, authenticatorAttachment } = credential;
  return {
    credential: {
      id,
      rawId: encode(rawId),
      type,
      clientExtensionResults: credential.getClientExtensionResults(),
      ...(authenticatorAttachment !== null && { authenticatorAttachment }),
      response,
    },
    isHere: authenticatorAttachment === 'platform',
  };
};

/**
 * The answer of the browser's authenticator as `AuthenticationResponseJSON`.
 * @throws {PasskeyError}, or the reason of the signal
 */
export const getCredential = async (options: RequestOptions, signal?: AbortSignal) => {
  const begun = performance.now();
  const credential = await navigator.credentials
    .get({ publicKey: options, ...(signal && { signal }) })
    .catch((error: unknown) => {
      signal?.throwIfAborted();
      throw refusalOf(error, passkeySignInTexts, performance.now() - begun, options.timeout);
    });
  if (!(credential instanceof PublicKeyCredential)) throw refusalOf(null, passkeySignInTexts);
  const { response } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse)) throw refusalOf(null, passkeySignInTexts);
  const { authenticatorData, clientDataJSON, signature, userHandle } = response;
  return resultOf(credential, {
    authenticatorData: encode(authenticatorData),
    clientDataJSON: encode(clientDataJSON),
    signature: encode(signature),
    ...(userHandle !== null && { userHandle: encode(userHandle) }),
  });
};

const explainCreation = (error: unknown, elapsedMs: number, timeout: number | undefined): PasskeyError => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'InvalidStateError')
    return new PasskeyError('passkey-present', passkeyRegistrationTexts.present);
  if (name === 'NotSupportedError' || name === 'ConstraintError')
    return new PasskeyError('passkey-unsupported', passkeyRegistrationTexts.unsupported);
  return refusalOf(error, passkeyRegistrationTexts, elapsedMs, timeout);
};

/**
 * The new credential of the browser's authenticator as `RegistrationResponseJSON`.
 * @throws {PasskeyError}, or the reason of the signal
 */
export const createCredential = async (options: CreationOptions, signal?: AbortSignal) => {
  const begun = performance.now();
  const credential = await navigator.credentials
    .create({ publicKey: options, ...(signal && { signal }) })
    .catch((error: unknown) => {
      signal?.throwIfAborted();
      throw explainCreation(error, performance.now() - begun, options.timeout);
    });
  if (!(credential instanceof PublicKeyCredential)) throw refusalOf(null, passkeyRegistrationTexts);
  const { response } = credential;
  if (!(response instanceof AuthenticatorAttestationResponse))
    throw refusalOf(null, passkeyRegistrationTexts);
  return resultOf(credential, {
    clientDataJSON: encode(response.clientDataJSON),
    attestationObject: encode(response.attestationObject),
    transports: response.getTransports(),
  });
};
