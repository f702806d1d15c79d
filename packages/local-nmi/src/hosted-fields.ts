import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { type ScriptBehaviour, scriptBehaviours } from 'local-services/faults/script-behaviours.ts';
import { limitBody, readJson } from 'local-services/http/body.ts';
import { staticFiles } from 'local-services/http/static-files.ts';
import { equalSecrets } from 'local-services/secrets.ts';
import * as v from 'valibot';
import { cardChecks, cardFields } from './card-checks.ts';
import { fieldPage } from './field-page.ts';
import type { Settings } from './settings.ts';
import { type TokeniseParts, tokenise, typedCardSchema } from './tokenise.ts';

export interface HostedFieldsParts extends TokeniseParts {
  /** The gateway's own origin, as `http://localhost:5176`. */
  readonly origin: string;
  /** The public key that pages configure the script with. */
  readonly tokenizationKey: string;
  /** Origins beside those of this machine whose pages may frame the fields. */
  readonly pageOrigins: readonly string[];
  readonly settings: () => Settings;
}

/** Whatever the card fields load and send stays on the gateway's origin; only pages of this machine may frame them. */
const fieldSecurityPolicy = (pageOrigins: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    ['frame-ancestors http://localhost:* http://127.0.0.1:*', ...pageOrigins].join(' '),
    "require-trusted-types-for 'script'",
  ].join('; ');

const checkSchema = v.object({
  tokenizationKey: v.string(),
  field: v.picklist(cardFields),
  value: typedCardSchema.entries.ccnumber,
});
const cardSchema = v.object({
  tokenizationKey: v.string(),
  /** The one that the script has fetched for it. */
  token: v.optional(v.pipe(v.string(), v.uuid())),
  ...typedCardSchema.entries,
});

/** The hosted script, the pages inside its iframes, and the token API that only those pages may call. */
export const hostedFields = async (parts: HostedFieldsParts): Promise<Hono> => {
  const [script, styles] = await Promise.all([
    readFile(browserFile('collect.js'), 'utf8'),
    readFile(browserFile('collect.css'), 'utf8'),
  ]);
  const requireKey = (key: string) => {
    if (!equalSecrets(key, parts.tokenizationKey))
      throw new HTTPException(401, { message: 'Invalid tokenization key' });
  };

  const sameOriginOnly = createMiddleware(async (c, next) => {
    const origin = c.req.header('origin');
    if (origin !== undefined && origin !== parts.origin) {
      throw new HTTPException(403, { message: 'Only the hosted card fields may call this' });
    }
    await next();
  });

  const app = new Hono();
  app.use('/token/*', async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
  });
  app.use('/token/api/*', limitBody(4096));

  app.get('/token/Collect.js', (c) => {
    const behaviour = scriptBehaviours.find((name) => name === c.req.query('behaviour'));
    c.header('Content-Type', 'text/javascript; charset=utf-8');
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    const served = parts.settings().hostedScript === 'strict' ? makeStrict(script) : script;
    return c.body(behaviour === undefined ? served : withBehaviour(served, behaviour));
  });

  app.get('/token/styles.css', (c) => {
    c.header('Content-Type', 'text/css; charset=utf-8');
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    return c.body(styles);
  });

  for (const field of cardFields) {
    app.get(`/token/fields/${field}`, (c) => {
      c.header('Content-Security-Policy', fieldSecurityPolicy(parts.pageOrigins));
      return c.html(fieldPage(field));
    });
  }
  const assets = ['field.js', 'format.js', 'styles.js', 'field.css'];
  app.route(
    '/token/fields/',
    await staticFiles(Object.fromEntries(assets.map((name) => [`/${name}`, browserFile(name)]))),
  );

  app.get('/token/api/configuration', cors({ origin: '*' }), (c) => {
    requireKey(c.req.query('tokenization_key') ?? '');
    return c.json({ variants: ['inline'] });
  });

  app.get('/token/api/token', cors({ origin: '*' }), (c) => {
    requireKey(c.req.query('tokenization_key') ?? '');
    return c.json({ token: randomUUID() });
  });

  app.post('/token/api/check', sameOriginOnly, async (c) => {
    const { tokenizationKey, field, value } = await readJson(c, checkSchema);
    requireKey(tokenizationKey);
    const check = cardChecks[field](value, new Date(parts.clock()));
    return c.json({ valid: check.valid, message: check.valid ? 'Success' : check.message });
  });

  app.post('/token/api/tokens', sameOriginOnly, async (c) => {
    const { tokenizationKey, token, ...card } = await readJson(c, cardSchema);
    requireKey(tokenizationKey);
    const result = await tokenise(parts, card, token);
    return 'token' in result
      ? c.json(result, 201)
      : c.json({ detail: result.message, field: result.field }, 422);
  });

  return app;
};

const browserFile = (name: string) => new URL(`./browser/${name}`, import.meta.url);

const makeStrict = (script: string) => script.replace('isStrict = false', 'isStrict = true');

const withBehaviour = (script: string, behaviour: ScriptBehaviour) =>
  script.replace("behaviour = 'as-documented'", `behaviour = '${behaviour}'`);
