import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { equalSecrets, sha256 } from '../secrets.ts';

/**
 * The server's side of SRP-6a as Amazon Cognito speaks it: the 3072-bit group of RFC 5054, SHA-256, and hashes over
 * numbers as Java's `BigInteger.toByteArray()` writes them.
 */
const prime = BigInt(
  `0x${[
    'FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD',
    'EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED',
    'EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F',
    '83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B',
    'E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510',
    '15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7',
    'ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C',
    'BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF',
  ].join('')}`,
);
const generator = 2n;
const multiplier = hashToNumber(paddedBytes(prime), paddedBytes(generator));
const derivedKeyInfo = 'Caldera Derived Key';

/** What is kept instead of a password. `salt` and `verifier` are hex. */
export interface SrpCredentials {
  readonly userId: string;
  readonly salt: string;
  readonly verifier: string;
}

/** The server's ephemeral pair: `secret` is b, `publicValue` is B. */
export interface ServerEphemeral {
  readonly secret: bigint;
  readonly publicValue: bigint;
}

export interface PasswordClaim {
  readonly poolName: string;
  readonly userId: string;
  /** The secret block as it was sent, in base64. */
  readonly secretBlock: string;
  readonly timestamp: string;
}

/** Turns a password into a salt and a verifier. The user id is part of the hash: it can't change afterwards. */
export function createCredentials(poolName: string, userId: string, password: string): SrpCredentials {
  const salt = randomBytes(16).toString('hex');
  const verifier = modularPower(generator, passwordExponent(poolName, userId, password, salt));
  return { userId, salt, verifier: verifier.toString(16) };
}

/** Whether the verifier is this password's. Constant time in what differs. */
export function isPasswordOf(poolName: string, credentials: SrpCredentials, password: string): boolean {
  const { userId, salt, verifier } = credentials;
  const given = modularPower(generator, passwordExponent(poolName, userId, password, salt)).toString(16);
  return equalSecrets(given, verifier);
}

/** Reads the client's public value A. Undefined for what is not hex, is longer than the group, or is 0 modulo it. */
export function parseClientPublicValue(hex: string): bigint | undefined {
  if (!/^[\da-f]{1,770}$/i.test(hex)) return undefined;
  const value = BigInt(`0x${hex}`);
  return value % prime === 0n ? undefined : value;
}

/** Makes b and B = k·v + g^b. */
export function createServerEphemeral(verifier: string): ServerEphemeral {
  const secret = bytesToNumber(randomBytes(32));
  const publicValue = (multiplier * BigInt(`0x${verifier}`) + modularPower(generator, secret)) % prime;
  return publicValue === 0n ? createServerEphemeral(verifier) : { secret, publicValue };
}

/** The 16-byte key both sides share when the client knew the password. `clientPublicValue` is A. */
export function sessionKey(clientPublicValue: bigint, ephemeral: ServerEphemeral, verifier: string): Buffer {
  const scrambler = hashToNumber(paddedBytes(clientPublicValue), paddedBytes(ephemeral.publicValue));
  const base = clientPublicValue * modularPower(BigInt(`0x${verifier}`), scrambler);
  const secret = modularPower(base, ephemeral.secret);
  return Buffer.from(hkdfSync('sha256', paddedBytes(secret), paddedBytes(scrambler), derivedKeyInfo, 16));
}

/** Whether a claim carries the signature (base64) that only a holder of the key could make. Constant time. */
export function isPasswordClaimSigned(key: Buffer, claim: PasswordClaim, signature: string): boolean {
  const expected = createHmac('sha256', key)
    .update(claim.poolName)
    .update(claim.userId)
    .update(Buffer.from(claim.secretBlock, 'base64'))
    .update(claim.timestamp)
    .digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function passwordExponent(poolName: string, userId: string, password: string, salt: string): bigint {
  const identity = sha256(`${poolName}${userId}:${password}`);
  return hashToNumber(paddedBytes(BigInt(`0x${salt}`)), identity);
}

/** Big-endian two's complement in as few bytes as it takes: a leading 00 when the top bit is set. */
function paddedBytes(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

function hashToNumber(...parts: readonly Buffer[]): bigint {
  return bytesToNumber(sha256(Buffer.concat(parts)));
}

function bytesToNumber(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}

function modularPower(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % prime;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % prime;
    square = (square * square) % prime;
  }
  return result;
}
