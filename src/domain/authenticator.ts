/** What an authenticator app makes its codes from, and whose codes they are. */
export interface AuthenticatorAccount {
  /** The product, by whose name the app lists the account. */
  readonly issuer: string;
  readonly email: string;
  /** The secret in Base32, as the identity service made it. */
  readonly secret: string;
}

/** As a part of the address: a colon, be it encoded, would end it. Not by URLSearchParams: apps show its `+` for a space. */
const encodePart = (text: string): string => encodeURIComponent(text.replaceAll(':', ''));

/** The address that an authenticator app reads out of a QR code ("Key URI Format"). */
export const authenticatorUri = ({ issuer, email, secret }: AuthenticatorAccount): string => {
  const by = encodePart(issuer);
  return `otpauth://totp/${by}:${encodePart(email)}?secret=${encodePart(secret)}&issuer=${by}`;
};

/** The secret in groups of four, as it is read and typed. */
export const groupSecret = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');
