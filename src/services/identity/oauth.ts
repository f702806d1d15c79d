import * as v from 'valibot';
import type { IdentityResult, User } from '#machines/account/auth.types.ts';
import { UnavailableError } from '#services/errors.ts';
import { hostedSignInTexts } from '#texts/hosted-sign-in.ts';
import { isLoopback } from '../config.ts';
import { readAs } from './client.ts';
import { FailureError, ProviderError, resultOf } from './errors.ts';
import type { AuthorizationResponse, PendingAuthorization } from './pending.ts';
import type { IdentityContext } from './session.ts';
import { entryKey, lastUserKey, readClaims } from './stored-session.ts';
import { writeTokens } from './token-writer.ts';

const tokensSchema = v.object({ id_token: v.string(), access_token: v.string(), refresh_token: v.string() });

/** The pool's name for the user, and when the ID token was issued, in seconds by the service's clock. */
const issueSchema = v.object({
  'cognito:username': v.pipe(v.string(), v.nonEmpty()),
  iat: v.pipe(v.number(), v.safeInteger()),
});

/** The last scope lets the session list and forget devices, as after a password sign-in. */
const scopes = 'openid email phone profile aws.cognito.signin.user.admin';

/** The hosted pages redirect here after sign-in and sign-out. */
const returnPath = '/login';

export const toBase64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Returns 32 random bytes as 43 characters, for a `state` or a code verifier (RFC 7636, 4.1). */
const randomText = (): string => toBase64url(crypto.getRandomValues(new Uint8Array(32)).buffer);

/** Computes the S256 code challenge (RFC 7636, 4.2). */
const challengeOf = async (verifier: string): Promise<string> =>
  toBase64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)));

/** Returns the domain's origin. Uses https, except on this machine. */
const originOf = (domain: string): string => `${isLoopback(domain) ? 'http' : 'https'}://${domain}`;

/** Returns the hosted pages' code. @throws {ProviderError} or {@link FailureError} with their reason */
const readResponse = (response: AuthorizationResponse | null) => {
  const given = (name: string) => response?.parameters.get(name) ?? '';
  // Anyone can send a visitor to this page, so show only the response to this tab's own request.
  if (!response?.request || given('state') !== response.request.state)
    throw new ProviderError('NotAuthorizedException', '');
  if (given('error') === 'access_denied')
    throw new FailureError('sign-in-canceled', hostedSignInTexts.canceled);
  if (given('code') === '') throw new ProviderError('NotAuthorizedException', given('error_description'));
  return { code: given('code'), verifier: response.request.verifier };
};

/** Creates the hosted sign-in. @param received the hosted pages' response, if this page received one */
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

  /** Navigates away. Resolves if the Back button restores this page from the browser's cache. */
  const leaveFor = (place: URL, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      signal.throwIfAborted();
      const onPageShow = (event: Event) => {
        if ('persisted' in event && event.persisted) resolve();
      };
      page.addEventListener('pageshow', onPageShow, { signal });
      location.assign(place);
    });

  /** Exchanges a code for tokens. @throws {ProviderError} if it's invalid, or {@link UnavailableError} */
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
      throw new UnavailableError('The hosted sign-in didn’t respond', { cause });
    });
    if (reply.status >= 400 && reply.status < 500) throw new ProviderError('NotAuthorizedException', '');
    if (!reply.ok) throw new UnavailableError(`The hosted sign-in responded with status ${reply.status}`);
    return readAs(tokensSchema, await reply.json().catch(() => null));
  };

  /** Stores tokens where the identity library expects them. */
  const storeTokens = (tokens: v.InferOutput<typeof tokensSchema>): void => {
    const { 'cognito:username': username } = readAs(issueSchema, readClaims(tokens.id_token));
    const { id_token: idToken, access_token: accessToken, refresh_token: refreshToken } = tokens;
    writeTokens(clientId, username, { idToken, accessToken, refreshToken }, storage);
    storage.setItem(entryKey(clientId, username, 'hosted'), 'true');
    storage.setItem(lastUserKey(clientId), username);
  };

  return {
    /** Navigates to the hosted sign-in page. Resolves only if the visitor comes back with the Back button. */
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

    /** Starts a session from the response, which is valid once and only for this tab's request. */
    completeHostedSignIn: (signal: AbortSignal): Promise<IdentityResult<{ readonly user: User }>> =>
      resultOf(async () => {
        const answered = response;
        response = null;
        const { code, verifier } = readResponse(answered);
        const tokens = await redeem(code, verifier, signal);
        signal.throwIfAborted();
        const { user } = session.start(() => storeTokens(tokens));
        return { user };
      }),

    /** Navigates to the hosted sign-out page. Resolves like `openHostedSignIn`. */
    openHostedSignOut: async (signal: AbortSignal): Promise<void> =>
      leaveFor(addressOf('/logout', { client_id: clientId, logout_uri: returnAddress() }), signal),
  };
};
