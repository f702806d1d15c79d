import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { OpaqueTokens } from '../opaque-tokens.ts';

const cookieName = 'coffer-hosted-session';
const lifeSeconds = 60 * 60;

export type BrowserSessions = ReturnType<typeof createBrowserSessions>;

/** Who is signed in at the hosted pages, by a cookie of theirs: an app that asks again gets its code without a form. */
export const createBrowserSessions = (now: () => number) => {
  const tokens = new OpaqueTokens<{ readonly sub: string }>(now);
  const tokenOf = (c: Context): string => getCookie(c, cookieName) ?? '';
  return {
    begin(c: Context, sub: string): void {
      tokens.take(tokenOf(c));
      setCookie(c, cookieName, tokens.issue({ sub }, lifeSeconds), {
        httpOnly: true,
        sameSite: 'Lax',
        path: '/',
        maxAge: lifeSeconds,
      });
    },
    /** The user's id. */
    userOf: (c: Context): string | undefined => tokens.get(tokenOf(c))?.sub,
    end(c: Context): void {
      tokens.take(tokenOf(c));
      deleteCookie(c, cookieName, { path: '/' });
    },
  };
};
