import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { OpaqueTokens } from '../opaque-tokens.ts';

const cookieName = 'coffer-hosted-session';
const lifeSeconds = 60 * 60;

/** Who is signed in at the hosted pages, by a cookie of theirs: an app that asks again gets its code without a form. */
export class BrowserSessions {
  readonly #tokens: OpaqueTokens<{ readonly sub: string }>;

  constructor(now: () => number) {
    this.#tokens = new OpaqueTokens(now);
  }

  begin(c: Context, sub: string): void {
    this.#endToken(c);
    setCookie(c, cookieName, this.#tokens.issue({ sub }, lifeSeconds), {
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: lifeSeconds,
    });
  }

  /** The user's id. */
  userOf(c: Context): string | undefined {
    return this.#tokens.get(getCookie(c, cookieName) ?? '')?.sub;
  }

  end(c: Context): void {
    this.#endToken(c);
    deleteCookie(c, cookieName, { path: '/' });
  }

  #endToken(c: Context): void {
    this.#tokens.take(getCookie(c, cookieName) ?? '');
  }
}
