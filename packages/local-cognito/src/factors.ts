import * as v from 'valibot';
import { secretSchema, softwareTokenSchema } from './software-tokens.ts';

/** What can be asked for after the password, by Cognito's names. */
export const factorSchema = v.picklist(['SOFTWARE_TOKEN_MFA', 'SMS_MFA', 'EMAIL_OTP']);
export type Factor = v.InferOutput<typeof factorSchema>;

export const factorListSchema = v.pipe(
  v.array(factorSchema),
  v.check((factors) => new Set(factors).size === factors.length, 'Each factor stands in it once'),
);

/** The second factors of a user. */
export const mfaSchema = v.object({
  /** Those that are turned on. */
  factors: factorListSchema,
  preferred: v.nullable(factorSchema),
  softwareToken: v.nullable(softwareTokenSchema),
  /** What AssociateSoftwareToken gave. It takes the place of the token when a code of it was entered. */
  offeredSecret: v.nullable(secretSchema),
});
export type Mfa = Readonly<v.InferOutput<typeof mfaSchema>>;

export const noFactors: Mfa = { factors: [], preferred: null, softwareToken: null, offeredSecret: null };

/** The factors after one was turned on or off. */
export const withFactor = (mfa: Mfa, factor: Factor, isOn: boolean): Mfa => {
  const others = mfa.factors.filter((other) => other !== factor);
  if (isOn) return { ...mfa, factors: [...others, factor] };
  return { ...mfa, factors: others, preferred: mfa.preferred === factor ? null : mfa.preferred };
};
