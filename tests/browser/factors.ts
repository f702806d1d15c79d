import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import type { Addresses } from './local/addresses.ts';
import type { Person } from './people.ts';

type Factor = 'SOFTWARE_TOKEN_MFA' | 'SMS_MFA' | 'EMAIL_OTP';

const userSchema = v.object({ mfa: v.optional(v.object({ secret: v.optional(v.string(), '') })) });

const operate = async ({ console }: Addresses, path: string, body: object): Promise<string> => {
  const response = await fetch(`${console}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The console answered ${response.status} to ${path}`);
  return v.parse(userSchema, await response.json()).mfa?.secret ?? '';
};

export const createUserWithFactors = (
  addresses: Addresses,
  {
    email,
    password,
    firstName,
    lastName,
    phone,
  }: Pick<Person, 'email' | 'password' | 'phone'> & Partial<Person>,
  factors: readonly Factor[],
): Promise<string> =>
  operate(addresses, '/users', {
    email,
    password,
    firstName,
    lastName,
    phone: `+1${phone}`,
    mfa: { factors },
  });

export const giveAuthenticator = (addresses: Addresses, email: string): Promise<string> =>
  operate(addresses, '/pool/users/mfa', { email, factors: ['SOFTWARE_TOKEN_MFA'] });

export const requireNewPassword = async (addresses: Addresses, email: string): Promise<void> => {
  await operate(addresses, '/pool/users/require-new-password', { email });
};

/** The code `steps` × 30 s from now. The pool accepts each code once, and one that is a step ahead. */
export const authenticatorCode = (secret: string, steps = 0): string =>
  TOTP.generate({
    secret: Secret.fromBase32(secret.replaceAll(/\s/g, '')),
    timestamp: Date.now() + steps * 30_000,
  });
