import type { RequestListener } from 'node:http';
import type { Origins } from '../addresses.ts';

/**
 * Puts the site's security headers on every answer. `dev` allows what Vite's dev server needs, inline scripts and
 * styles and its web socket, and a window that talks back.
 */
export function withSiteHeaders(origins: Origins, dev: boolean, listener: RequestListener): RequestListener {
  const headers = new Map([
    ['Content-Security-Policy', contentSecurityPolicy(origins, dev)],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    // The Stately inspector tells the page that opened it when it listens.
    ['Cross-Origin-Opener-Policy', dev ? 'same-origin-allow-popups' : 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ]);
  return (request, response) => {
    response.setHeaders(headers);
    listener(request, response);
  };
}

function contentSecurityPolicy({ app, pool, store, gateway }: Origins, dev: boolean): string {
  const inline = dev ? " 'unsafe-inline'" : '';
  const webSocket = dev ? ` ${app.replace('http:', 'ws:')}` : '';
  return [
    "default-src 'none'",
    `script-src 'self'${inline} ${gateway}`,
    `style-src 'self'${inline}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${pool} ${store} ${gateway}${webSocket}`,
    `frame-src ${gateway}`,
    "base-uri 'none'",
    "form-action 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
