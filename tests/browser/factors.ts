import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import type { Console } from './console.ts';
import type { Person } from './people.ts';

type Factor = 'SOFTWARE_TOKEN_MFA' | 'SMS_MFA' | 'EMAIL_OTP';

const userSchema = v.object({ mfa: v.optional(v.object({ secret: v.optional(v.string(), '') })) });

const secretOf = async (user: Promise<unknown>): Promise<string> =>
  v.parse(userSchema, await user).mfa?.secret ?? '';

export const createUserWithFactors = (
  { call }: Console,
  person: Pick<Person, 'email' | 'password' | 'phone'> & Partial<Person>,
  factors: readonly Factor[],
): Promise<string> =>
  secretOf(call('/users', 'POST', { ...person, phone: `+1${person.phone}`, mfa: { factors } }));

export const giveAuthenticator = ({ call }: Console, email: string): Promise<string> =>
  secretOf(call('/pool/users/mfa', 'POST', { email, factors: ['SOFTWARE_TOKEN_MFA'] }));

export const requireNewPassword = ({ call }: Console, email: string): Promise<unknown> =>
  call('/pool/users/require-new-password', 'POST', { email });

/** Returns the code for `steps` × 30 s from now. The pool accepts each code once, up to one step early. */
export const authenticatorCode = (secret: string, steps = 0): string =>
  TOTP.generate({
    secret: Secret.fromBase32(secret.replaceAll(/\s/g, '')),
    timestamp: Date.now() + steps * 30_000,
  });
