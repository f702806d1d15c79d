import * as v from 'valibot';
import type { Attributes } from './attributes.ts';
import { invalidParameter } from './errors.ts';
import { secretSchema, softwareTokenSchema } from './software-tokens.ts';

/** Second factors, by Cognito's names. */
export const factorSchema = v.picklist(['SOFTWARE_TOKEN_MFA', 'SMS_MFA', 'EMAIL_OTP']);
export type Factor = v.InferOutput<typeof factorSchema>;

export const factorListSchema = v.pipe(
  v.array(factorSchema),
  v.check((factors) => new Set(factors).size === factors.length, 'Name each factor once'),
);

export const mfaSchema = v.object({
  factors: factorListSchema,
  preferred: v.nullable(factorSchema),
  softwareToken: v.nullable(softwareTokenSchema),
  /** From AssociateSoftwareToken, until VerifySoftwareToken gets its code. */
  offeredSecret: v.nullable(secretSchema),
});
export type Mfa = Readonly<v.InferOutput<typeof mfaSchema>>;

export const noFactors: Mfa = { factors: [], preferred: null, softwareToken: null, offeredSecret: null };

export const withFactor = (mfa: Mfa, factor: Factor, isOn: boolean): Mfa => {
  const others = mfa.factors.filter((other) => other !== factor);
  if (isOn) return { ...mfa, factors: [...others, factor] };
  return { ...mfa, factors: others, preferred: mfa.preferred === factor ? null : mfa.preferred };
};

/** Throws InvalidParameterException if the user lacks what the factor needs. */
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
