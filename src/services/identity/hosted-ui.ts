import * as v from 'valibot';
import { UnavailableError } from '#services/errors.ts';
import { ProviderError } from './failures.ts';

/** The pages of the user pool's own domain: sign-in with authorization code and PKCE, and sign-out. */
export interface HostedUi {
  /** Where a sign-in begins. `state` comes back with the code; `challenge` is the SHA-256 of the verifier, base64url. */
  signInAddress(request: { readonly state: string; readonly challenge: string }): URL;
  signOutAddress(): URL;
  /**
   * Exchanges a code for tokens, once.
   *
   * @throws {ProviderError} when the code is not good, {@link UnavailableError} when the service does not say.
   */
  redeem(
    grant: { readonly code: string; readonly verifier: string },
    signal: AbortSignal,
  ): Promise<HostedTokens>;
}

export interface HostedUiOptions {
  /** Host, with a port where it is not the usual one. */
  readonly domain: string;
  readonly clientId: string;
  /** Where the pages send the browser back to: one of the addresses that the pool knows for this client. */
  readonly returnAddress: URL;
}

const tokensSchema = v.object({
  id_token: v.string(),
  access_token: v.string(),
  refresh_token: v.string(),
});

export type HostedTokens = v.InferOutput<typeof tokensSchema>;

/** The last one lets the session ask for and forget its devices, as a sign-in with a password may. */
const scopes = 'openid email phone profile aws.cognito.signin.user.admin';

/** A domain is reached by https, but for this machine's own. */
const originOf = (domain: string): string =>
  `${/^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(domain) ? 'http' : 'https'}://${domain}`;

export const createHostedUi = ({ domain, clientId, returnAddress }: HostedUiOptions): HostedUi => {
  const origin = originOf(domain);

  const addressOf = (path: string, parameters: Readonly<Record<string, string>>): URL => {
    const address = new URL(path, origin);
    address.search = new URLSearchParams({ client_id: clientId, ...parameters }).toString();
    return address;
  };

  return {
    signInAddress: ({ state, challenge }) =>
      addressOf('/oauth2/authorize', {
        response_type: 'code',
        redirect_uri: returnAddress.href,
        scope: scopes,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }),

    signOutAddress: () => addressOf('/logout', { logout_uri: returnAddress.href }),

    async redeem({ code, verifier }, signal) {
      const response = await fetch(new URL('/oauth2/token', origin), {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: clientId,
          redirect_uri: returnAddress.href,
          code,
          code_verifier: verifier,
        }),
        cache: 'no-store',
        signal,
      }).catch((cause: unknown) => {
        throw new UnavailableError('The hosted sign-in did not answer', { cause });
      });
      if (response.status >= 400 && response.status < 500)
        throw new ProviderError('NotAuthorizedException', '');
      const tokens = v.safeParse(tokensSchema, await response.json().catch(() => null));
      if (response.ok && tokens.success) return tokens.output;
      throw new UnavailableError(`The hosted sign-in answered with status ${response.status}`);
    },
  };
};
