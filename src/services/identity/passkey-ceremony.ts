import * as v from 'valibot';
import { passkeySignInTexts } from '#texts/passkeys.ts';
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

type RequestOptions = v.InferOutput<typeof requestSchema>;

/** From the service's `PublicKeyCredentialRequestOptionsJSON`. @throws {UnavailableError} if unreadable */
export const parseRequestOptions = (json: unknown): RequestOptions => readAs(requestSchema, json);

const encode = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Browsers don't say whether the customer canceled, had no passkey or took too long. Only the time tells. */
const refusalOf = (error: unknown, elapsedMs: number, timeout: number | undefined): PasskeyError => {
  if (error instanceof DOMException && error.name === 'SecurityError')
    return new PasskeyError('passkey-misplaced', passkeySignInTexts.misplaced);
  return timeout !== undefined && elapsedMs >= timeout
    ? new PasskeyError('passkey-timed-out', passkeySignInTexts.timedOut)
    : new PasskeyError('passkey-canceled', passkeySignInTexts.canceled);
};

/**
 * The answer of the browser's authenticator as `AuthenticationResponseJSON`.
 * @throws {PasskeyError}, or the reason of the signal
 */
export const getCredential = async (options: RequestOptions, signal?: AbortSignal): Promise<string> => {
  const begun = performance.now();
  const credential = await navigator.credentials
    .get({ publicKey: options, ...(signal && { signal }) })
    .catch((error: unknown) => {
      signal?.throwIfAborted();
      throw refusalOf(error, performance.now() - begun, options.timeout);
    });
  if (!(credential instanceof PublicKeyCredential)) throw refusalOf(null, 0, undefined);
  const { id, rawId, type, authenticatorAttachment, response } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse)) throw refusalOf(null, 0, undefined);
  const { authenticatorData, clientDataJSON, signature, userHandle } = response;
  return JSON.stringify({
    id,
    rawId: encode(rawId),
    type,
    clientExtensionResults: credential.getClientExtensionResults(),
    ...(authenticatorAttachment !== null && { authenticatorAttachment }),
    response: {
      authenticatorData: encode(authenticatorData),
      clientDataJSON: encode(clientDataJSON),
      signature: encode(signature),
      ...(userHandle !== null && { userHandle: encode(userHandle) }),
    },
  });
};
