import { createDiffieHellman, createHmac, getDiffieHellman, hkdfSync, randomBytes } from 'node:crypto';
import { equalSecrets, sha256 } from 'local-services/secrets.ts';
import { invalidParameter, sessionExpired } from './errors.ts';
import { ExpiringMap } from './expiring-map.ts';

/**
 * The server side of Amazon Cognito's SRP-6a: the 3072-bit group of RFC 5054 (modp15 in RFC 3526), SHA-256, and
 * hashes of numbers in the format of Java's `BigInteger.toByteArray()`.
 */
const primeBytes = getDiffieHellman('modp15').getPrime();
const prime = BigInt(`0x${primeBytes.toString('hex')}`);
const generator = 2n;
/** Computes powers with OpenSSL, eight times as fast as with BigInt. Each power sets a new private key. */
const group = createDiffieHellman(primeBytes, Number(generator));

const bytesToNumber = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

const evenHex = (value: bigint): string => {
  const hex = value.toString(16);
  return hex.length % 2 === 0 ? hex : `0${hex}`;
};

const bytesOf = (value: bigint): Buffer => Buffer.from(evenHex(value), 'hex');

/** Returns big-endian two's complement in the fewest bytes, with a leading 00 if the top bit is set. */
const paddedBytes = (value: bigint): Buffer => {
  const even = evenHex(value);
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
};

const hashToNumber = (...parts: readonly Buffer[]): bigint => bytesToNumber(sha256(Buffer.concat(parts)));

const multiplier = hashToNumber(paddedBytes(prime), paddedBytes(generator));

/** The values that the pool stores instead of a secret, in hex. */
export interface SrpCredentials {
  readonly salt: string;
  readonly verifier: string;
}

/** A client's proof of a password. `secretBlock` and `signature` are in base64. */
export interface PasswordProof {
  readonly poolName: string;
  readonly userId: string;
  readonly secretBlock: string;
  readonly timestamp: string;
  readonly signature: string;
}

/** Returns a password's verifier, in hex. It also depends on the user id, so the id can't change later. */
const verifierOf = (poolName: string, userId: string, password: string, salt: string): string => {
  const identity = sha256(`${poolName}${userId}:${password}`);
  return modularPower(generator, hashToNumber(paddedBytes(BigInt(`0x${salt}`)), identity)).toString(16);
};

export const createCredentials = (poolName: string, userId: string, password: string): SrpCredentials => {
  const salt = randomBytes(16).toString('hex');
  return { salt, verifier: verifierOf(poolName, userId, password, salt) };
};

/** Returns whether a password is correct. Compares in constant time. */
export const isPasswordOf = (
  poolName: string,
  userId: string,
  { salt, verifier }: SrpCredentials,
  password: string,
): boolean => equalSecrets(verifierOf(poolName, userId, password, salt), verifier);

/** An SRP exchange in progress. The names of its numbers are from RFC 5054. */
interface PendingProof {
  readonly userId: string;
  readonly verifier: bigint;
  readonly A: bigint;
  readonly b: bigint;
  readonly B: bigint;
}

export const createSrpChallenges = (now: () => number) => {
  const pending = new ExpiringMap<PendingProof>(now);
  return {
    /**
     * Starts an exchange with the client's A, in hex. Returns Cognito's parameters: salt and B in hex, the block in
     * base64. Throws InvalidParameterException if A isn't hex, is longer than the group, or is 0 modulo N.
     */
    open(userId: string, credentials: SrpCredentials, srpA: string, lifeSeconds: number) {
      const A = /^[\da-f]{1,770}$/i.test(srpA) ? BigInt(`0x${srpA}`) : 0n;
      if (A % prime === 0n) throw invalidParameter('Invalid SRP_A.');
      const secretBlock = randomBytes(96).toString('base64');
      const b = bytesToNumber(randomBytes(32));
      const verifier = BigInt(`0x${credentials.verifier}`);
      const B = (multiplier * verifier + modularPower(generator, b)) % prime;
      pending.set(secretBlock, { userId, verifier, A, b, B }, lifeSeconds);
      return { SALT: credentials.salt, SRP_B: B.toString(16), SECRET_BLOCK: secretBlock };
    },
    /** Returns whether a proof is correct. Throws NotAuthorizedException if its block is unknown or another user's. */
    close({ poolName, userId, secretBlock, timestamp, signature }: PasswordProof): boolean {
      const proof = pending.take(secretBlock);
      if (proof?.userId !== userId) throw sessionExpired();
      const expected = createHmac('sha256', sharedKey(proof))
        .update(poolName)
        .update(userId)
        .update(Buffer.from(secretBlock, 'base64'))
        .update(timestamp)
        .digest();
      return equalSecrets(Buffer.from(signature, 'base64'), expected);
    },
  };
};

const sharedKey = ({ verifier, A, b, B }: PendingProof): Buffer => {
  const u = hashToNumber(paddedBytes(A), paddedBytes(B));
  const shared = modularPower(A * modularPower(verifier, u), b);
  return Buffer.from(hkdfSync('sha256', paddedBytes(shared), paddedBytes(u), 'Caldera Derived Key', 16));
};

const modularPower = (base: bigint, exponent: bigint): bigint => {
  group.setPrivateKey(bytesOf(exponent));
  return bytesToNumber(group.computeSecret(bytesOf(base % prime)));
};
