import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { appOrigin, clientId, goodPassword, type RunningPool } from './harness.ts';

export const redirectUri = `${appOrigin}/login`;

/** A PKCE pair (RFC 7636, 4.1 and 4.2). */
export const createProofKey = () => {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
};

/** The query that opens the hosted sign-in, some of it replaced; a parameter set to undefined is left out. */
export const authorizationQuery = (changes: Readonly<Record<string, string | undefined>> = {}): string => {
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state: 'state 1&2',
    scope: 'openid email profile aws.cognito.signin.user.admin',
    code_challenge: createProofKey().challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return query.toString();
};

/** A browser as far as the hosted pages need one: it keeps their cookie, and does not follow where it is sent. */
export class HostedBrowser {
  readonly #origin: string;
  cookie = '';

  constructor({ origin }: RunningPool) {
    this.#origin = origin;
  }

  open(path: string): Promise<Response> {
    return this.#send(path, {});
  }

  authorize(query: string): Promise<Response> {
    return this.open(`/oauth2/authorize?${query}`);
  }

  /** Sends the form of the sign-in page. */
  submit(
    query: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = { origin: this.#origin },
  ): Promise<Response> {
    return this.#send(`/oauth2/authorize?${query}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
    });
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookie !== '') headers.set('cookie', this.cookie);
    const response = await fetch(this.#origin + path, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      this.cookie = line.includes('Max-Age=0') ? '' : pair;
    }
    return response;
  }
}

/** Where an answer sends the browser. */
export const locationOf = (response: Response): URL => new URL(response.headers.get('location') ?? 'none:');

/** Signs in at the hosted page and gives what the app needs to get its tokens. */
export const hostedSignIn = async (
  running: RunningPool,
  changes: Readonly<Record<string, string | undefined>> = {},
  browser = new HostedBrowser(running),
) => {
  const { verifier, challenge } = createProofKey();
  const query = authorizationQuery({ code_challenge: challenge, ...changes });
  const answer = await browser.submit(query, { email: 'anna@example.com', password: goodPassword });
  return { code: locationOf(answer).searchParams.get('code') ?? 'none', verifier };
};

const bodySchema = v.record(v.string(), v.unknown());

/** Posts a form to an endpoint of the app's, as its page does. */
export const postForm = async (
  running: RunningPool,
  path: string,
  fields: Readonly<Record<string, string | undefined>> | URLSearchParams,
  headers: Readonly<Record<string, string>> = { origin: appOrigin },
) => {
  const form = fields instanceof URLSearchParams ? fields : new URLSearchParams();
  if (!(fields instanceof URLSearchParams)) {
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  }
  const response = await fetch(running.origin + path, { method: 'POST', headers, body: form });
  const text = await response.text();
  const body = text === '' ? {} : v.parse(bodySchema, JSON.parse(text));
  return { status: response.status, headers: response.headers, body };
};

export const claimTokens = (
  running: RunningPool,
  { code, verifier }: { code: string; verifier: string },
  changes: Readonly<Record<string, string | undefined>> = {},
) =>
  postForm(running, '/oauth2/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
    ...changes,
  });

const tokensSchema = v.object({
  id_token: v.optional(v.string(), ''),
  access_token: v.string(),
  refresh_token: v.optional(v.string(), ''),
  expires_in: v.number(),
  token_type: v.literal('Bearer'),
});

/** The tokens of an answer; '' for one that is not there. */
export const hostedTokens = ({ body }: { body: unknown }) => v.parse(tokensSchema, body);
