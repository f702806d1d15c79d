import * as v from 'valibot';
import type { Answer, User } from '#machines/auth.types.ts';
import { UnavailableError } from '#services/errors.ts';
import { isLoopback } from '../config.ts';
import { readAs } from './client.ts';
import { answerOf, ProviderError } from './errors.ts';
import { writeTokens } from './keep-session.ts';
import { entryKey, lastUserKey, readClaims } from './kept-session.ts';
import type { AuthorizationResponse, PendingAuthorization } from './pending.ts';
import type { IdentityContext } from './session.ts';

const tokensSchema = v.object({
  id_token: v.string(),
  access_token: v.string(),
  refresh_token: v.string(),
});

/** For whom, by the pool's own name, and when an id token was issued, in seconds by the service's clock. */
const issueSchema = v.object({
  'cognito:username': v.pipe(v.string(), v.nonEmpty()),
  iat: v.pipe(v.number(), v.safeInteger()),
});

/** The last one lets the session ask for and forget its devices, as a sign-in with a password may. */
const scopes = 'openid email phone profile aws.cognito.signin.user.admin';

/** The page that the hosted ones send the browser back to, from sign-in and from sign-out. */
const returnPath = '/login';

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** 32 random bytes as 43 characters: a `state`, or a code verifier (RFC 7636, 4.1). */
const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** The challenge of a code verifier: its SHA-256 (RFC 7636, 4.2). */
const challengeOf = async (verifier: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));

/** A domain is reached by https, but for this machine's own. */
const originOf = (domain: string): string => `${isLoopback(domain) ? 'http' : 'https'}://${domain}`;

/**
 * Signs in and out at the hosted pages of the user pool's own domain, with authorization code and PKCE.
 *
 * @param received what the pages sent back with the browser, as the page was loaded
 */
export const createHostedSignIn = (
  { settings, environment, storage, session }: IdentityContext,
  pending: PendingAuthorization,
  received: AuthorizationResponse | null,
) => {
  const { clientId, hostedUiDomain } = settings;
  const { page, location } = environment;
  let response = received;

  const addressOf = (path: string, parameters: Readonly<Record<string, string>> = {}): URL => {
    if (hostedUiDomain === undefined) throw new Error('No hosted sign-in is configured');
    const place = new URL(path, originOf(hostedUiDomain));
    place.search = new URLSearchParams(parameters).toString();
    return place;
  };
  const returnAddress = () => new URL(returnPath, location.href).href;

  /** A page that was left lives on in the browser's cache, and is shown again by Back. */
  const leaveFor = (place: URL, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      signal.throwIfAborted();
      const onPageShow = (event: Event) => {
        if ('persisted' in event && event.persisted) resolve();
      };
      page.addEventListener('pageshow', onPageShow, { signal });
      location.assign(place);
    });

  /**
   * Exchanges a code for tokens, once.
   *
   * @throws {ProviderError} when the code is not good, {@link UnavailableError} when the service does not say.
   */
  const redeem = async (code: string, verifier: string, signal: AbortSignal) => {
    const reply = await fetch(addressOf('/oauth2/token'), {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        redirect_uri: returnAddress(),
        code,
        code_verifier: verifier,
      }),
      cache: 'no-store',
      signal,
    }).catch((cause: unknown) => {
      throw new UnavailableError('The hosted sign-in did not answer', { cause });
    });
    if (reply.status >= 400 && reply.status < 500) throw new ProviderError('NotAuthorizedException', '');
    if (!reply.ok) throw new UnavailableError(`The hosted sign-in answered with status ${reply.status}`);
    return readAs(tokensSchema, await reply.json().catch(() => null));
  };

  /** Stores tokens as the identity library stores its own, so that it can renew them, and where they come from. */
  const storeTokens = (tokens: v.InferOutput<typeof tokensSchema>): void => {
    const { 'cognito:username': username } = readAs(issueSchema, readClaims(tokens.id_token));
    const { id_token: idToken, access_token: accessToken, refresh_token: refreshToken } = tokens;
    writeTokens(clientId, username, { idToken, accessToken, refreshToken }, storage);
    storage.setItem(entryKey(clientId, username, 'hosted'), 'true');
    storage.setItem(lastUserKey(clientId), username);
  };

  return {
    /** Leaves for the sign-in. Resolves when the visitor came back with Back; the page is gone otherwise. */
    async openHostedSignIn(signal: AbortSignal): Promise<void> {
      const [state, verifier] = [randomText(), randomText()];
      const challenge = await challengeOf(verifier);
      pending.keep({ state, verifier, search: new URL(location.href).search });
      const place = addressOf('/oauth2/authorize', {
        client_id: clientId,
        response_type: 'code',
        redirect_uri: returnAddress(),
        scope: scopes,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      });
      await leaveFor(place, signal);
    },

    /**
     * Starts the session that the response of the pages stands for. A response counts once, and only for the request of
     * this very tab. Once its signal is aborted it starts none.
     */
    completeHostedSignIn: (signal: AbortSignal): Promise<Answer<{ readonly user: User }>> =>
      answerOf(async () => {
        const answered = response;
        response = null;
        if (answered?.code == null || answered.state !== answered.request?.state)
          throw new ProviderError('NotAuthorizedException', '');
        const tokens = await redeem(answered.code, answered.request.verifier, signal);
        signal.throwIfAborted();
        const { user } = session.start(() => storeTokens(tokens));
        return { user };
      }),

    /** Leaves for the pages that end their session. Resolves as openHostedSignIn. */
    openHostedSignOut: async (signal: AbortSignal): Promise<void> =>
      leaveFor(addressOf('/logout', { client_id: clientId, logout_uri: returnAddress() }), signal),
  };
};
