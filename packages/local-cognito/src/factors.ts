import * as v from 'valibot';
import type { Attributes } from './attributes.ts';
import { invalidParameter } from './errors.ts';
import { secretSchema, softwareTokenSchema } from './software-tokens.ts';

/** The second factors, by Cognito's names. */
export const factorSchema = v.picklist(['SOFTWARE_TOKEN_MFA', 'SMS_MFA', 'EMAIL_OTP']);
export type Factor = v.InferOutput<typeof factorSchema>;

const distinct = <const Names extends readonly string[]>(names: Names) =>
  v.pipe(
    v.array(v.picklist(names)),
    v.check((factors) => new Set(factors).size === factors.length, 'Name each factor once'),
  );

export const factorListSchema = distinct(factorSchema.options);

/** The possible first factors, like Cognito's `AllowedFirstAuthFactors`. */
export const firstFactorListSchema = v.pipe(
  distinct(['PASSWORD', 'WEB_AUTHN', 'EMAIL_OTP']),
  v.includes('PASSWORD'),
);

export const mfaSchema = v.object({
  factors: factorListSchema,
  preferred: v.nullable(factorSchema),
  softwareToken: v.nullable(softwareTokenSchema),
  /** The secret from AssociateSoftwareToken, until VerifySoftwareToken receives a code for it. */
  offeredSecret: v.nullable(secretSchema),
  /** Whether a passkey with user verification is enough, if the pool allows it (Cognito's `WebAuthnMfaSettings`). */
  passkey: v.optional(v.boolean(), false),
});
export type Mfa = Readonly<v.InferOutput<typeof mfaSchema>>;

export const noFactors: Mfa = {
  factors: [],
  preferred: null,
  softwareToken: null,
  offeredSecret: null,
  passkey: false,
};

export const withFactor = (mfa: Mfa, factor: Factor, isOn: boolean): Mfa => {
  const others = mfa.factors.filter((other) => other !== factor);
  if (isOn) return { ...mfa, factors: [...others, factor] };
  return { ...mfa, factors: others, preferred: mfa.preferred === factor ? null : mfa.preferred };
};

/** Throws InvalidParameterException if the user lacks the factor's authenticator or phone number. */
export const assertHasFactor = (
  user: { readonly mfa: Mfa; readonly attributes: Attributes },
  factor: Factor,
): void => {
  if (factor === 'SOFTWARE_TOKEN_MFA' && user.mfa.softwareToken === null) {
    throw invalidParameter('User has not set up software token mfa');
  }
  if (factor === 'SMS_MFA' && user.attributes.phone_number === undefined) {
    throw invalidParameter('User does not have a phone_number set to turn on SMS MFA');
  }
};
