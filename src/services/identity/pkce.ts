const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** 32 random bytes as 43 characters: a `state`, or a code verifier (RFC 7636, 4.1). */
export const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** The challenge of a code verifier: its SHA-256 (RFC 7636, 4.2). */
export const challengeOf = async (verifier: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
