import { createHash, createHmac, getDiffieHellman, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { type Answer, clientId, type RunningPool } from './harness.ts';

/**
 * The client's side of Cognito's SRP on native big integers: quick enough to sign in many times, and a second
 * counterpart beside the library.
 */
const bytes = (value: bigint): Buffer => {
  const hex = value.toString(16);
  const even = hex.padStart(hex.length + (hex.length % 2), '0');
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
};
const toNumber = (buffer: Buffer): bigint => BigInt(`0x${buffer.toString('hex')}`);
const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const N = toNumber(getDiffieHellman('modp15').getPrime());
const g = 2n;
const k = toNumber(sha256(bytes(N), bytes(g)));

const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % N;
    if (bit === '1') result = (result * base) % N;
  }
  return result;
};

const challengeSchema = v.object({
  ChallengeParameters: v.object({
    SALT: v.string(),
    SRP_B: v.string(),
    SECRET_BLOCK: v.string(),
    USER_ID_FOR_SRP: v.string(),
  }),
});

/** The request that answers the challenge of an InitiateAuth. */
export interface ChallengeAnswer {
  readonly ChallengeName: 'PASSWORD_VERIFIER';
  readonly ClientId: string;
  readonly ChallengeResponses: Readonly<Record<string, string>>;
}

const secret = toNumber(randomBytes(32));
const A = power(g, secret);

export const beginSignIn = (running: RunningPool, username: string): Promise<Answer> =>
  running.call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: username, SRP_A: A.toString(16) },
  });

export const answerChallenge = (challenge: Answer, password: string): ChallengeAnswer => {
  const { SALT, SRP_B, SECRET_BLOCK, USER_ID_FOR_SRP } = v.parse(
    challengeSchema,
    challenge.body,
  ).ChallengeParameters;
  const B = BigInt(`0x${SRP_B}`);
  const u = toNumber(sha256(bytes(A), bytes(B)));
  const x = toNumber(sha256(bytes(BigInt(`0x${SALT}`)), sha256(`Local${USER_ID_FOR_SRP}:${password}`)));
  const base = (((B - k * power(g, x)) % N) + N) % N;
  const S = power(base, secret + u * x);
  const prk = createHmac('sha256', bytes(u)).update(bytes(S)).digest();
  const key = createHmac('sha256', prk).update('Caldera Derived Key\x01').digest().subarray(0, 16);
  const TIMESTAMP = 'Tue Sep 5 01:02:03 UTC 2017';
  const signature = createHmac('sha256', key)
    .update('Local')
    .update(USER_ID_FOR_SRP)
    .update(Buffer.from(SECRET_BLOCK, 'base64'))
    .update(TIMESTAMP)
    .digest('base64');
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ClientId: clientId,
    ChallengeResponses: {
      USERNAME: USER_ID_FOR_SRP,
      PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
      PASSWORD_CLAIM_SIGNATURE: signature,
      TIMESTAMP,
    },
  };
};

/** Both requests of a sign-in; the answer is the second's, or the first's when that failed. */
export const signIn = async (running: RunningPool, username: string, password: string): Promise<Answer> => {
  const challenge = await beginSignIn(running, username);
  if (challenge.status !== 200) return challenge;
  return running.call('RespondToAuthChallenge', answerChallenge(challenge, password));
};

const resultSchema = v.object({
  AuthenticationResult: v.object({
    AccessToken: v.string(),
    IdToken: v.string(),
    RefreshToken: v.optional(v.string(), ''),
    ExpiresIn: v.number(),
    TokenType: v.literal('Bearer'),
  }),
});

/** The tokens of a sign-in or a refresh. `RefreshToken` is '' after a refresh. */
export const tokensOf = (answer: Answer) => v.parse(resultSchema, answer.body).AuthenticationResult;

export const signedIn = async (running: RunningPool, username: string, password: string) =>
  tokensOf(await signIn(running, username, password));

export const refresh = (running: RunningPool, refreshToken: string, deviceKey?: string): Promise<Answer> =>
  running.call('InitiateAuth', {
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    ClientId: clientId,
    AuthParameters: { REFRESH_TOKEN: refreshToken, DEVICE_KEY: deviceKey ?? null },
  });
