export interface AuthenticatorAccount {
  readonly issuer: string;
  readonly email: string;
  /** The TOTP secret, encoded in base32. */
  readonly secret: string;
}

/** Removes colons, because even an encoded colon ends the label. Avoids `+` for spaces: apps show it. */
const encodePart = (text: string): string => encodeURIComponent(text.replaceAll(':', ''));

/** Returns an otpauth URI for a QR code (Google Authenticator's "Key URI Format"). */
export const authenticatorUri = ({ issuer, email, secret }: AuthenticatorAccount): string => {
  const by = encodePart(issuer);
  return `otpauth://totp/${by}:${encodePart(email)}?secret=${encodePart(secret)}&issuer=${by}`;
};

export const groupSecret = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');
