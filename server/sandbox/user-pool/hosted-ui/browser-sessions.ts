import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { OpaqueTokens } from '../opaque-tokens.ts';

const cookieName = 'coffer-hosted-session';
const lifeSeconds = 60 * 60;

/** Who is signed in at the hosted pages, by a cookie of theirs: an app that asks again gets its code without a form. */
export class BrowserSessions {
  readonly #tickets: OpaqueTokens<{ readonly sub: string }>;

  constructor(now: () => number) {
    this.#tickets = new OpaqueTokens(now);
  }

  begin(c: Context, sub: string): void {
    this.#endTicket(c);
    setCookie(c, cookieName, this.#tickets.issue({ sub }, lifeSeconds), {
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: lifeSeconds,
    });
  }

  /** The user's id. */
  userOf(c: Context): string | undefined {
    return this.#tickets.read(getCookie(c, cookieName) ?? '')?.sub;
  }

  end(c: Context): void {
    this.#endTicket(c);
    deleteCookie(c, cookieName, { path: '/' });
  }

  #endTicket(c: Context): void {
    this.#tickets.take(getCookie(c, cookieName) ?? '');
  }
}
