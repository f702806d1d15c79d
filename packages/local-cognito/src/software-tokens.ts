import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import { CognitoError } from './errors.ts';

/** A shared secret in base32, as authenticator apps take it. */
export const secretSchema = v.pipe(v.string(), v.regex(/^[A-Z2-7]+$/), v.minLength(16), v.maxLength(128));

export const softwareTokenSchema = v.object({
  secret: secretSchema,
  name: v.nullable(v.string()),
  /** The time steps of accepted codes: each code works once. */
  usedSteps: v.array(v.number()),
});

export type SoftwareToken = Readonly<v.InferOutput<typeof softwareTokenSchema>>;

/** 32 random bytes: 52 characters, like Cognito's secrets. */
export const createSecret = (): string => new Secret({ size: 32 }).base32;

/** How many steps of 30 seconds a code may be early or late (RFC 6238, 5.2). */
const toleratedSteps = 1;

/** The code of 6 digits that an authenticator shows now (RFC 6238: SHA-1, 30 seconds). `now` in ms. */
export const currentCode = (secret: string, now: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now });

/** The time step of a code; undefined for a wrong code. */
const stepOf = (secret: string, code: string, now: number): number | undefined => {
  const offset = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: now,
    window: toleratedSteps,
  });
  return offset === null ? undefined : TOTP.counter({ timestamp: now }) + offset;
};

/** Throws EnableSoftwareTokenMFAException for a wrong code. */
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

/** The token after a sign-in. Throws CodeMismatchException for a wrong code, ExpiredCodeException for a used one. */
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
