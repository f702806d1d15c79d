import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Values that a test changes so that the server refuses a ceremony. */
export interface Flaws {
  readonly origin?: string;
  readonly relyingPartyId?: string;
  readonly challenge?: string;
  readonly isPresent?: boolean;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly signature?: string;
}

type Algorithm = 'ES256' | 'RS256' | 'EdDSA';

const hashOf = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const textOf = (data: Buffer): string => data.toString('base64url');

/** Encodes the head of a CBOR item (RFC 8949). Credentials need only integers, bytes, texts and maps. */
const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.of((major << 5) | value);
  return value < 256
    ? Buffer.of((major << 5) | 24, value)
    : Buffer.of((major << 5) | 25, value >> 8, value & 0xff);
};
type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;
const encode = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(encode)]);
};

const keyPairOf = (algorithm: Algorithm) => {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  return generateKeyPairSync('ed25519');
};

/** Encodes a public key in COSE format (RFC 9053 and RFC 8230). */
const coseKey = (algorithm: Algorithm, key: KeyObject): Buffer => {
  const { x = '', y = '', n = '', e = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  if (algorithm === 'ES256')
    return encode(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    );
  if (algorithm === 'RS256')
    return encode(
      new Map<number, Cbor>([
        [1, 3],
        [3, -257],
        [-1, bytes(n)],
        [-2, bytes(e)],
      ]),
    );
  return encode(
    new Map<number, Cbor>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(x)],
    ]),
  );
};

/** Creates an authenticator with one credential. The authenticator also plays the browser's part. */
export const createSoftAuthenticator = (algorithm: Algorithm = 'ES256') => {
  const { publicKey, privateKey } = keyPairOf(algorithm);
  const id = randomBytes(16);
  let counter = 0;

  const clientData = (type: string, challenge: string, flaws: Flaws): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: flaws.challenge ?? challenge,
        origin: flaws.origin ?? 'http://localhost:5173',
        crossOrigin: false,
      }),
    );
  /** Returns the authenticator data. `attested` is the new credential, which only a registration includes. */
  const authenticatorData = (rpId: string, flaws: Flaws, attested = Buffer.alloc(0)): Buffer => {
    const { isPresent = true, isVerified = true } = flaws;
    const flags = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | (attested.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(flaws.counter ?? counter);
    return Buffer.concat([hashOf(flaws.relyingPartyId ?? rpId), Buffer.of(flags), count, attested]);
  };
  const names = { id: textOf(id), rawId: textOf(id), type: 'public-key', clientExtensionResults: {} };

  return {
    id: names.id,
    /** Returns the private key as base64 PKCS #8, for a browser's virtual authenticator. */
    privateKey: () => privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    /** Returns a `RegistrationResponseJSON`. */
    register(
      options: { readonly challenge: string; readonly rp: { readonly id: string } },
      flaws: Flaws = {},
      transports: string[] = ['internal'],
    ) {
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.of(0, id.length),
        id,
        coseKey(algorithm, publicKey),
      ]);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(options.rp.id, flaws, attested)],
      ]);
      return {
        ...names,
        authenticatorAttachment: 'platform',
        response: {
          clientDataJSON: textOf(clientData('webauthn.create', options.challenge, flaws)),
          attestationObject: textOf(encode(attestation)),
          transports,
        },
      };
    },
    /** Returns an `AuthenticationResponseJSON`. */
    assert(options: { readonly challenge: string; readonly rpId: string }, flaws: Flaws = {}) {
      counter += 1;
      const data = authenticatorData(options.rpId, flaws);
      const client = clientData('webauthn.get', options.challenge, flaws);
      const signed = Buffer.concat([data, hashOf(client)]);
      return {
        ...names,
        response: {
          clientDataJSON: textOf(client),
          authenticatorData: textOf(data),
          signature: flaws.signature ?? textOf(sign('sha256', signed, privateKey)),
        },
      };
    },
  };
};
