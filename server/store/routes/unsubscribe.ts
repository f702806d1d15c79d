import type { Context } from 'hono';
import { describeRoute } from 'hono-openapi';
import { callForRow } from '../database/call-function.ts';
import { createFailureLimit } from '../http/failure-limit.ts';
import type { App } from '../http/middleware.ts';
import { errorResponse } from '../http/serve.ts';
import { escapeHtml, htmlDocument, styles } from '../mail/html.ts';
import { tokenHash } from '../mail/sender.ts';
import type { StoreParts } from '../parts.ts';

const path = '/mail/unsubscribe/:token';

const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const page = (c: Context, title: string, body: string, status: 200 | 404 = 200): Response =>
  c.html(htmlDocument(title, body), status, {
    'Content-Security-Policy': contentSecurityPolicy,
    // The address contains the token.
    'Referrer-Policy': 'no-referrer',
  });

const paragraph = (html: string): string => `<p style="${styles.paragraph}">${html}</p>`;

/** Adds the links in mails that stop one kind of notice (RFC 8058). They need no sign-in. */
export const addUnsubscribeRoutes = (app: App, { database, config }: StoreParts): void => {
  const failures = createFailureLimit(config);
  const billing =
    config.appUrl === undefined
      ? ''
      : ` You can turn them on again in <a class="muted" href="${escapeHtml(config.appUrl)}/billing" style="${styles.link}">Billing</a>.`;
  const html = { 'text/html': { schema: { type: 'string' } } } as const;
  const parameters = [
    { name: 'token', in: 'path', required: true, description: 'From a mail', schema: { type: 'string' } },
  ] as const;

  app.get(
    path,
    describeRoute({
      summary: 'Shows a button that stops a kind of mail. Changes nothing, because mail scanners open links',
      security: [],
      parameters: [...parameters],
      responses: { 200: { description: 'A page with a button', content: html } },
    }),
    (c) =>
      page(
        c,
        'Stop these emails?',
        `<form method="post"><button class="button" type="submit" style="${styles.button}">Stop these emails</button></form>`,
      ),
  );
  app.post(
    path,
    describeRoute({
      summary: 'Stops the kind of mail that the link came in. Safe to repeat',
      security: [],
      parameters: [...parameters],
      responses: {
        200: { description: 'The customer gets no more of these mails', content: html },
        404: { description: 'No mail had this link', content: html },
        413: errorResponse('The request is too large'),
        429: errorResponse('Too many failed requests from this address; see Retry-After'),
      },
    }),
    failures.middleware,
    async (c) => {
      const { value: kind } = await callForRow(database, 'unsubscribe', {
        token_hash: tokenHash(c.req.param('token')),
      });
      return kind === null
        ? page(c, "This link doesn't work", paragraph('Open the link in the email again.'), 404)
        : page(c, 'You are unsubscribed', paragraph(`We won't send you these emails again.${billing}`));
    },
  );
};
