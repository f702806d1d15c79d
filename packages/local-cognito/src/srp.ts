import { createDiffieHellman, createHmac, getDiffieHellman, hkdfSync, randomBytes } from 'node:crypto';
import { equalSecrets, sha256 } from 'local-services/secrets.ts';

/**
 * The server's side of SRP-6a as Amazon Cognito speaks it: the 3072-bit group of RFC 5054 (modp15 in RFC 3526),
 * SHA-256, and hashes over numbers as Java's `BigInteger.toByteArray()` writes them.
 */
const primeBytes = getDiffieHellman('modp15').getPrime();
const prime = BigInt(`0x${primeBytes.toString('hex')}`);
const generator = 2n;
/** OpenSSL's way to a power: its keys are set anew for each. */
const group = createDiffieHellman(primeBytes, Number(generator));

const bytesToNumber = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

const evenHex = (value: bigint): string => {
  const hex = value.toString(16);
  return hex.length % 2 === 0 ? hex : `0${hex}`;
};

const bytesOf = (value: bigint): Buffer => Buffer.from(evenHex(value), 'hex');

/** Big-endian two's complement in as few bytes as it takes: a leading 00 when the top bit is set. */
const paddedBytes = (value: bigint): Buffer => {
  const even = evenHex(value);
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
};

const hashToNumber = (...parts: readonly Buffer[]): bigint => bytesToNumber(sha256(Buffer.concat(parts)));

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
export const createCredentials = (poolName: string, userId: string, password: string): SrpCredentials => {
  const salt = randomBytes(16).toString('hex');
  const verifier = modularPower(generator, passwordExponent(poolName, userId, password, salt));
  return { userId, salt, verifier: verifier.toString(16) };
};

/** Whether the verifier is this password's. Constant time in what differs. */
export const isPasswordOf = (poolName: string, credentials: SrpCredentials, password: string): boolean => {
  const { userId, salt, verifier } = credentials;
  const given = modularPower(generator, passwordExponent(poolName, userId, password, salt)).toString(16);
  return equalSecrets(given, verifier);
};

/** Reads the client's public value A. Undefined for what is not hex, is longer than the group, or is 0 modulo it. */
export const parseClientPublicValue = (hex: string): bigint | undefined => {
  if (!/^[\da-f]{1,770}$/i.test(hex)) return undefined;
  const value = BigInt(`0x${hex}`);
  return value % prime === 0n ? undefined : value;
};

/** Makes b and B = k·v + g^b. */
export const createServerEphemeral = (verifier: string): ServerEphemeral => {
  const secret = bytesToNumber(randomBytes(32));
  const publicValue = (multiplier * BigInt(`0x${verifier}`) + modularPower(generator, secret)) % prime;
  return publicValue === 0n ? createServerEphemeral(verifier) : { secret, publicValue };
};

/** The 16-byte key both sides share when the client knew the password. `clientPublicValue` is A. */
export const sessionKey = (
  clientPublicValue: bigint,
  ephemeral: ServerEphemeral,
  verifier: string,
): Buffer => {
  const scrambler = hashToNumber(paddedBytes(clientPublicValue), paddedBytes(ephemeral.publicValue));
  const base = clientPublicValue * modularPower(BigInt(`0x${verifier}`), scrambler);
  const secret = modularPower(base, ephemeral.secret);
  return Buffer.from(hkdfSync('sha256', paddedBytes(secret), paddedBytes(scrambler), derivedKeyInfo, 16));
};

/** Whether a claim carries the signature (base64) that nobody can make without the key. Constant time. */
export const isPasswordClaimSigned = (key: Buffer, claim: PasswordClaim, signature: string): boolean => {
  const expected = createHmac('sha256', key)
    .update(claim.poolName)
    .update(claim.userId)
    .update(Buffer.from(claim.secretBlock, 'base64'))
    .update(claim.timestamp)
    .digest();
  return equalSecrets(Buffer.from(signature, 'base64'), expected);
};

const passwordExponent = (poolName: string, userId: string, password: string, salt: string): bigint => {
  const identity = sha256(`${poolName}${userId}:${password}`);
  return hashToNumber(paddedBytes(BigInt(`0x${salt}`)), identity);
};

/** In an eighth of the time that native integers take. */
const modularPower = (base: bigint, exponent: bigint): bigint => {
  group.setPrivateKey(bytesOf(exponent));
  return bytesToNumber(group.computeSecret(bytesOf(base % prime)));
};
