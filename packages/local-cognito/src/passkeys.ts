import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import * as v from 'valibot';
import { CognitoError, invalidParameter, notAuthorized, notFound } from './errors.ts';
import { ExpiringMap } from './expiring-map.ts';

export const passkeySchema = v.object({
  /** The id of the passkey's credential, in base64url. */
  id: v.string(),
  sub: v.string(),
  name: v.string(),
  relyingPartyId: v.string(),
  /** The COSE key, in base64url. */
  publicKey: v.string(),
  /** How often the authenticator has signed; 0 if it doesn't keep count. */
  counter: v.number(),
  transports: v.array(v.string()),
  attachment: v.nullable(v.string()),
  createdAt: v.number(),
});

/** A user's WebAuthn credential. Times are in ms since the epoch. */
export type Passkey = Readonly<v.InferOutput<typeof passkeySchema>>;

/** Cognito's maximum number of passkeys for each user. */
export const maxPasskeys = 20;

/** The COSE ids of ES256 and RS256, the algorithms that Cognito accepts. */
const algorithms = [-7, -257];

export const createPasskeys = (table: Map<string, Passkey>, now: () => number) => {
  const save = (passkey: Passkey): void => void table.set(passkey.id, passkey);
  const allOf = (sub: string): Passkey[] => [...table.values()].filter((passkey) => passkey.sub === sub);
  const find = (sub: string, id: string): Passkey | undefined => {
    const passkey = table.get(id);
    return passkey?.sub === sub ? passkey : undefined;
  };
  const assertRoom = (sub: string): void => {
    if (allOf(sub).length < maxPasskeys) return;
    throw new CognitoError('LimitExceededException', 'User has reached the limit of WebAuthn credentials.');
  };
  return {
    /** The users who have started to register a passkey, by challenge. */
    registrations: new ExpiringMap<{ readonly sub: string }>(now),
    allOf,
    /** Throws LimitExceededException if the user has the maximum number of passkeys. */
    assertRoom,
    /** Adds a passkey. Throws LimitExceededException, or InvalidParameterException if it is already registered. */
    add(passkey: Omit<Passkey, 'createdAt'>): void {
      assertRoom(passkey.sub);
      if (table.has(passkey.id)) throw invalidParameter('The credential is already registered.');
      save({ ...passkey, createdAt: now() });
    },
    find,
    /** Returns up to `limit` passkeys, oldest first, after the passkey `cursor`. `next` is the next page's cursor. */
    list(sub: string, limit: number, cursor?: string): { passkeys: Passkey[]; next: string | undefined } {
      const all = allOf(sub);
      const start = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
      if (cursor !== undefined && start === 0) throw invalidParameter('Invalid pagination token.');
      const passkeys = all.slice(start, start + limit);
      return { passkeys, next: start + limit < all.length ? passkeys.at(-1)?.id : undefined };
    },
    /** Stores the counter. Throws NotAuthorizedException if the passkey was deleted while its proof was verified. */
    recordUse(sub: string, id: string, counter: number): void {
      const passkey = find(sub, id);
      if (passkey === undefined) throw invalidPasskey();
      save({ ...passkey, counter: Math.max(passkey.counter, counter) });
    },
    /** Deletes a passkey. Throws ResourceNotFoundException if the user doesn't have it. */
    remove(sub: string, id: string): void {
      if (table.get(id)?.sub !== sub) throw notFound('WebAuthn credential does not exist.');
      table.delete(id);
    },
    removeAllOf(sub: string): void {
      for (const { id } of allOf(sub)) table.delete(id);
    },
  };
};

/** Returns the options with which a page creates a passkey: `PublicKeyCredentialCreationOptionsJSON`. */
export const creationOptions = (
  user: { readonly sub: string; readonly email: string; readonly displayName: string },
  ceremony: Ceremony,
  existing: readonly Passkey[],
): object => ({
  challenge: ceremony.challenge,
  rp: { id: ceremony.relyingPartyId, name: ceremony.relyingPartyId },
  user: {
    id: Buffer.from(user.sub).toString('base64url'),
    name: user.email,
    displayName: user.displayName,
  },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  timeout: 60_000,
  excludeCredentials: existing.map(descriptorOf),
  authenticatorSelection: {
    residentKey: 'preferred',
    requireResidentKey: false,
    userVerification: ceremony.userVerification,
  },
  attestation: 'none',
});

/** Returns the options with which a page signs in: `PublicKeyCredentialRequestOptionsJSON`. */
export const requestOptions = (ceremony: Ceremony, passkeys: readonly Passkey[]): object => ({
  challenge: ceremony.challenge,
  timeout: 180_000,
  rpId: ceremony.relyingPartyId,
  allowCredentials: passkeys.map(descriptorOf),
  userVerification: ceremony.userVerification,
});

const descriptorOf = ({ id, transports }: Passkey): object => ({ id, type: 'public-key', transports });

/** The parameters of one registration or sign-in. `challenge` is random, in base64url. */
export interface Ceremony {
  readonly challenge: string;
  readonly relyingPartyId: string;
  readonly userVerification: 'required' | 'preferred';
}

const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/));
const credential = <Response extends v.ObjectEntries>(response: Response) =>
  v.object({
    id: base64url,
    rawId: base64url,
    type: v.literal('public-key'),
    response: v.object({ clientDataJSON: base64url, ...response }),
  });

export const registrationSchema = v.object({
  ...credential({ attestationObject: base64url, transports: v.nullish(v.array(v.string()), []) }).entries,
  authenticatorAttachment: v.nullish(v.picklist(['platform', 'cross-platform']), null),
});
export type Registration = v.InferOutput<typeof registrationSchema>;

export const assertionSchema = credential({ authenticatorData: base64url, signature: base64url });
export type Assertion = v.InferOutput<typeof assertionSchema>;

const clientDataSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ challenge: v.string(), origin: v.string() }),
);

/** Returns the browser's data about a ceremony. Throws InvalidParameterException if it is malformed. */
export const readClientData = ({ response }: Registration | Assertion) => {
  const text = Buffer.from(response.clientDataJSON, 'base64url').toString();
  const { success, output } = v.safeParse(clientDataSchema, text);
  if (success) return output;
  throw invalidParameter('Invalid clientDataJSON.');
};

/** Returns whether a page can use a relying party id: its host or a parent domain, over HTTPS or on this machine. */
const isOriginOf = (relyingPartyId: string, origin: string): boolean => {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  const isOwn = hostname === relyingPartyId || hostname.endsWith(`.${relyingPartyId}`);
  const isSecure = protocol === 'https:' || (protocol === 'http:' && /(^|\.)localhost$/.test(hostname));
  return isOwn && isSecure;
};

/** Returns the passkey of a valid registration. Throws one of Cognito's WebAuthn exceptions if it is invalid. */
export const verifyRegistration = async (
  registration: Registration,
  { challenge, relyingPartyId, userVerification }: Ceremony,
): Promise<Omit<Passkey, 'createdAt' | 'sub'>> => {
  const { origin } = readClientData(registration);
  if (!isOriginOf(relyingPartyId, origin)) {
    const text = `The origin ${origin} is not allowed for the relying party ${relyingPartyId}.`;
    throw new CognitoError('WebAuthnOriginNotAllowedException', text);
  }
  const { authenticatorAttachment: attachment, ...response } = registration;
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: relyingPartyId,
    requireUserVerification: userVerification === 'required',
    supportedAlgorithmIDs: algorithms,
  }).catch(refuseRegistration);
  if (registrationInfo === undefined) throw notSupported('The attestation is not valid.');
  const { aaguid, credential } = registrationInfo;
  return {
    id: credential.id,
    name: names.get(aaguid) ?? (attachment === 'cross-platform' ? 'Security key' : 'Passkey'),
    relyingPartyId,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: response.response.transports,
    attachment,
  };
};

/** Returns the authenticator's new counter. Throws NotAuthorizedException if the assertion is invalid. */
export const verifyAssertion = async (
  assertion: Assertion,
  passkey: Passkey,
  { challenge, relyingPartyId, userVerification }: Ceremony,
): Promise<number> => {
  const { origin } = readClientData(assertion);
  if (!isOriginOf(relyingPartyId, origin)) throw invalidPasskey();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: relyingPartyId,
    requireUserVerification: userVerification === 'required',
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => {
    throw invalidPasskey();
  });
  if (!verified) throw invalidPasskey();
  return authenticationInfo.newCounter;
};

export const invalidPasskey = () => notAuthorized('Invalid WebAuthn credential.');

const notSupported = (text: string) => new CognitoError('WebAuthnCredentialNotSupportedException', text);

const refuseRegistration = (error: Error): never => {
  if (error.name !== 'UnexpectedRPIDHash') throw notSupported(error.message);
  const text = 'The credential is for another relying party than the user pool.';
  throw new CognitoError('WebAuthnRelyingPartyMismatchException', text);
};

/** Common passkey providers by AAGUID, from passkeydeveloper/passkey-authenticator-aaguids. */
const names: ReadonlyMap<string, string> = new Map([
  ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd', 'iCloud Keychain'],
  ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', 'Google Password Manager'],
  ['08987058-cadc-4b81-b6e1-30de50dcbe96', 'Windows Hello'],
  ['adce0002-35bc-c60a-648b-0b25f1f05503', 'Chrome on Mac'],
  ['bada5566-a7aa-401f-bd96-45619a55120d', '1Password'],
]);
