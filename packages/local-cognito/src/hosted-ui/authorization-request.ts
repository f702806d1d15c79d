import type { Pool } from '../pool.ts';
import { accountScope } from '../sessions.ts';

/** The scopes that an app may request; all of them when it names none. */
export const scopes = ['openid', 'email', 'phone', 'profile', accountScope] as const;

/** An app asks for a code (RFC 6749, 4.1.1; RFC 7636, 4.3). */
export interface AuthorizationRequest {
  readonly redirectUri: URL;
  readonly state: string | undefined;
  readonly scope: string;
  /** SHA-256 of the code verifier, in base64url. */
  readonly codeChallenge: string;
}

/** A refusal goes to the app, or to the person where the request can't be trusted to be the app's. */
export type AuthorizationResult = ReturnType<typeof readAuthorizationRequest>;

const untrusted = (reason: string) => ({ outcome: 'untrusted', reason }) as const;

/** Reads the query of `/oauth2/authorize`. */
export const readAuthorizationRequest = (
  query: URLSearchParams,
  app: Pick<Pool, 'clientId' | 'appOrigins'>,
) => {
  const parameters = readParameters(query);
  if (parameters === undefined) return untrusted('A parameter appears twice.');
  if (parameters.get('client_id') !== app.clientId) {
    return untrusted('The app that requested the sign-in (client_id) is unknown.');
  }
  const redirectUri = readRedirectUri(app.appOrigins, parameters.get('redirect_uri'));
  if (redirectUri === undefined) {
    return untrusted('The return address (redirect_uri) does not belong to the app.');
  }

  const state = parameters.get('state');
  const refused = (error: 'invalid_request' | 'unsupported_response_type' | 'invalid_scope') =>
    ({ outcome: 'refused', error, redirectUri, state }) as const;
  const responseType = parameters.get('response_type');
  if (responseType === undefined) return refused('invalid_request');
  if (responseType !== 'code') return refused('unsupported_response_type');
  const codeChallenge = parameters.get('code_challenge') ?? '';
  if (parameters.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge)) {
    return refused('invalid_request');
  }
  const scope = parameters.get('scope') ?? scopes.join(' ');
  if (!scope.split(' ').every((name) => scopes.some((known) => known === name))) {
    return refused('invalid_scope');
  }
  const request: AuthorizationRequest = { redirectUri, state, scope, codeChallenge };
  return { outcome: 'accepted', request } as const;
};

/** The parameters of a request, by name. */
export type Parameters = ReadonlyMap<string, string>;

/** The parameters of a query or a form; undefined when one stands there twice, which OAuth forbids (RFC 6749, 3.1). */
export const readParameters = (input: URLSearchParams): Parameters | undefined => {
  const parameters = new Map(input);
  return parameters.size === input.size ? parameters : undefined;
};

/**
 * The address of the app that a request asks to be sent to; undefined for any address that is not the app's own. Use
 * what is returned: the text asked for may be read in more ways than one.
 */
export const readRedirectUri = (appOrigins: readonly string[], text: string | undefined): URL | undefined => {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && url.hash === '' && !text.includes('#');
  return isPlain && appOrigins.includes(url.origin) ? url : undefined;
};
