import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import { CognitoError } from './errors.ts';

/** A shared secret in base32, the format of authenticator apps. */
export const secretSchema = v.pipe(v.string(), v.regex(/^[A-Z2-7]+$/), v.minLength(16), v.maxLength(128));

export const softwareTokenSchema = v.object({
  secret: secretSchema,
  name: v.nullable(v.string()),
  /** The time steps of accepted codes. Each code works only once. */
  usedSteps: v.array(v.number()),
});

export type SoftwareToken = Readonly<v.InferOutput<typeof softwareTokenSchema>>;

/** Returns a secret of 32 random bytes (52 characters), like Cognito's. */
export const createSecret = (): string => new Secret({ size: 32 }).base32;

/** How many 30-second steps a code can be early or late (RFC 6238, 5.2). */
const toleratedSteps = 1;

/** Returns the 6-digit code that an authenticator shows now (RFC 6238: SHA-1, 30 seconds). `now` is in ms. */
export const currentCode = (secret: string, now: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now });

/** Returns a code's time step, or undefined if the code is wrong. */
const stepOf = (secret: string, code: string, now: number): number | undefined => {
  const offset = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: now,
    window: toleratedSteps,
  });
  return offset === null ? undefined : TOTP.counter({ timestamp: now }) + offset;
};

/** Verifies a new authenticator. Throws EnableSoftwareTokenMFAException if the code is wrong. */
export const verifySecret = (
  secret: string,
  name: string | null,
  code: string,
  now: number,
): SoftwareToken => {
  const step = stepOf(secret, code, now);
  if (step !== undefined) return { secret, name, usedSteps: [step] };
  const text = 'Code mismatch and fail enable Software Token MFA';
  throw new CognitoError('EnableSoftwareTokenMFAException', text);
};

/** Accepts a code and returns the updated token. Throws CodeMismatchException or ExpiredCodeException (used code). */
export const acceptCode = (token: SoftwareToken, code: string, now: number): SoftwareToken => {
  const step = stepOf(token.secret, code, now);
  if (step === undefined) {
    throw new CognitoError('CodeMismatchException', 'Invalid code received for user');
  }
  if (token.usedSteps.includes(step)) {
    throw new CognitoError('ExpiredCodeException', 'Your software token has already been used once.');
  }
  const oldest = step - 2 * toleratedSteps;
  return { ...token, usedSteps: [...token.usedSteps.filter((used) => used >= oldest), step] };
};
