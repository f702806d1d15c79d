import * as v from 'valibot';
import type { User } from '#machines/auth.types.ts';

const expirySchema = v.object({ exp: v.pipe(v.number(), v.safeInteger()) });
const issueSchema = v.object({
  'cognito:username': v.pipe(v.string(), v.nonEmpty()),
  iat: v.pipe(v.number(), v.safeInteger()),
});
const text = v.nullish(v.string(), null);
const userSchema = v.object({
  sub: v.pipe(v.string(), v.nonEmpty()),
  email: v.nullish(v.string(), ''),
  phone_number: text,
  given_name: text,
  family_name: text,
});

/** The claims of a JWT, unverified: they are this device's own note of what the service said. Null when unreadable. */
const claimsOf = (token: string): unknown => {
  const [, payload = ''] = token.split('.');
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
};

/** When a token ends, in seconds since the epoch by the service's clock. Null when it can't be read. */
export const expiryOf = (token: string): number | null => {
  const claims = v.safeParse(expirySchema, claimsOf(token));
  return claims.success ? claims.output.exp : null;
};

/** The user whom an id token names. Null when it can't be read. */
export const userOf = (idToken: string): User | null => {
  const claims = v.safeParse(userSchema, claimsOf(idToken));
  if (!claims.success) return null;
  const { sub, email, phone_number, given_name, family_name } = claims.output;
  return { id: sub, email, phone: phone_number, firstName: given_name, lastName: family_name };
};

/** For whom, by the pool's own name, and when an id token was issued, in seconds by the service's clock. */
export const issueOf = (idToken: string): { readonly username: string; readonly issuedAt: number } | null => {
  const claims = v.safeParse(issueSchema, claimsOf(idToken));
  if (!claims.success) return null;
  return { username: claims.output['cognito:username'], issuedAt: claims.output.iat };
};
