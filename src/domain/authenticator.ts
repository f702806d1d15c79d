export interface AuthenticatorAccount {
  readonly issuer: string;
  readonly email: string;
  /** Base32. */
  readonly secret: string;
}

/** Even an encoded colon ends the label. Apps would show the `+` that URLSearchParams writes for a space. */
const encodePart = (text: string): string => encodeURIComponent(text.replaceAll(':', ''));

/** An otpauth URI for a QR code (Google Authenticator's "Key URI Format"). */
export const authenticatorUri = ({ issuer, email, secret }: AuthenticatorAccount): string => {
  const by = encodePart(issuer);
  return `otpauth://totp/${by}:${encodePart(email)}?secret=${encodePart(secret)}&issuer=${by}`;
};

export const groupSecret = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');
