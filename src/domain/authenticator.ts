export interface AuthenticatorAccount {
  readonly issuer: string;
  readonly email: string;
  /** The TOTP secret, encoded in base32. */
  readonly secret: string;
}

/** Removes colons, because even an encoded one ends the label. Doesn't encode spaces as `+`, which apps would show. */
const encodePart = (text: string): string => encodeURIComponent(text.replaceAll(':', ''));

/** Returns an otpauth URI for a QR code (Google Authenticator's "Key URI Format"). */
export const authenticatorUri = ({ issuer, email, secret }: AuthenticatorAccount): string => {
  const by = encodePart(issuer);
  return `otpauth://totp/${by}:${encodePart(email)}?secret=${encodePart(secret)}&issuer=${by}`;
};

export const groupSecret = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');
