import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { type ScriptBehavior, scriptBehaviors } from 'local-services/faults/fault.ts';
import { limitBody, readForm, readJson } from 'local-services/http/body.ts';
import { staticFiles } from 'local-services/http/static-files.ts';
import { equalSecrets } from 'local-services/secrets.ts';
import * as v from 'valibot';
import { type CardField, cardFields } from './card-checks.ts';
import type { Settings } from './settings.ts';
import { describeCard, saveField, type TokenizeParts, tokenize } from './tokenize.ts';

export interface HostedFieldsParts extends TokenizeParts {
  readonly origin: string;
  readonly tokenizationKey: string;
  readonly pageOrigins: readonly string[];
  readonly settings: () => Settings;
}

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

const inputs: Readonly<Record<CardField, { name: string; autocomplete: string; title: string }>> = {
  ccnumber: { name: 'cardnumber', autocomplete: 'cc-number', title: 'Card number' },
  ccexp: { name: 'exp-date', autocomplete: 'cc-exp', title: 'Expiry' },
  cvv: { name: 'cvc', autocomplete: 'cc-csc', title: 'CVV' },
};

/** The real gateway's origins. Requests to them can be routed here with their original host name. */
export const nmiOrigins = ['https://secure.nmi.com', 'https://secure.networkmerchants.com'];

/** The path of the page's assets (guess, because the real page's paths are unknown). */
const fieldAssets = '/token/inline/';

/** Returns a card field's page. Its input's id is the field's name (VD). It is read-only until the script runs. */
const fieldPage = (field: CardField): string => {
  const { name, autocomplete, title } = inputs[field];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${title}</title>
    <link rel="stylesheet" href="/typefaces/typefaces.css">
    <link rel="stylesheet" href="${fieldAssets}field.css">
    <script type="module" src="${fieldAssets}field.js"></script>
  </head>
  <body>
    <input id="${field}" name="${name}" type="text" inputmode="numeric" autocomplete="${autocomplete}"
      aria-label="${title}" aria-errormessage="message" spellcheck="false" readonly>
    <span id="brand" aria-hidden="true" hidden></span>
    <span id="message" role="status"></span>
  </body>
</html>
`;
};

const typed = v.pipe(v.string(), v.maxLength(50));
const cardSchema = v.object({
  tokenizationKey: v.string(),
  ccnumber: typed,
  ccexp: typed,
  /** Absent if the page hides the field. */
  cvv: v.optional(typed),
});
const tokenSchema = v.object({ tokenizationKey: v.string(), tokenId: v.string() });
const saveSchema = v.object({
  ...tokenSchema.entries,
  data: v.array(v.object({ elementId: v.picklist(cardFields), value: typed })),
});

/** The merchant's data, all guesses. Only wallets, which aren't emulated, use it. */
const merchant = {
  merchantId: '1',
  merchantName: 'Local merchant',
  currencies: ['USD'],
  cardBrands: ['visa', 'mastercard', 'discover', 'amex', 'diners', 'jcb'],
  applePay: { currencies: [], cardBrands: [] },
  testMode: true,
  allowedApplePayDomains: [],
};

/**
 * Creates routes for the hosted script, its iframes' pages and the token API. Paths and fields are those of Collect.js
 * (CJS) and NMI's Payment Component (`@nmipayments/nmi-pay` 1.0.2). Error statuses and texts are guesses.
 */
export const hostedFields = async (parts: HostedFieldsParts): Promise<Hono> => {
  const [script, styles] = await Promise.all([
    readFile(browserFile('collect.js'), 'utf8'),
    readFile(browserFile('collect.css'), 'utf8'),
  ]);
  const requireKey = (key: string) => {
    if (!equalSecrets(key, parts.tokenizationKey))
      throw new HTTPException(401, { message: 'Invalid tokenization key' });
  };

  const requireCard = (token: string) => {
    const card = parts.vault.cardOf(token);
    if (card === undefined) throw new HTTPException(404, { message: 'Payment Token does not exist' });
    return card;
  };

  const sameOriginOnly = createMiddleware(async (c, next) => {
    const origin = c.req.header('origin');
    if (origin !== undefined && ![parts.origin, ...nmiOrigins].includes(origin)) {
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
    const behavior = scriptBehaviors.find((name) => name === c.req.query('behavior'));
    c.header('Content-Type', 'text/javascript; charset=utf-8');
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    const served = parts.settings().hostedScript === 'strict' ? makeStrict(script) : script;
    return c.body(behavior === undefined ? served : withBehavior(served, behavior));
  });

  app.get('/token/styles.css', (c) => {
    c.header('Content-Type', 'text/css; charset=utf-8');
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    return c.body(styles);
  });

  app.get('/token/inline.php', (c) => {
    const field = cardFields.find((name) => name === c.req.query('elementId'));
    if (field === undefined) throw new HTTPException(400, { message: 'Only card fields are emulated' });
    c.header('Content-Security-Policy', fieldSecurityPolicy(parts.pageOrigins));
    return c.html(fieldPage(field));
  });
  const assets = ['field.js', 'format.js', 'styles.js', 'field.css'];
  app.route(
    fieldAssets,
    await staticFiles(Object.fromEntries(assets.map((name) => [`/${name}`, browserFile(name)]))),
  );

  app.use('/token/api/create', cors());
  app.post('/token/api/create', async (c) => {
    const form = await readForm(c);
    requireKey(form?.get('tokenizationKey') ?? '');
    return c.json({ token: parts.vault.open(), ...merchant });
  });

  app.post('/token/api/save_multipart_token', sameOriginOnly, async (c) => {
    const { tokenizationKey, tokenId, data } = await readJson(c, saveSchema);
    requireKey(tokenizationKey);
    requireCard(tokenId);
    for (const { elementId, value } of data) {
      const error = await saveField(parts, tokenId, elementId, value);
      if (error !== undefined) return c.json({ error });
    }
    return c.json({ token: tokenId });
  });

  app.use('/token/api/lookup', cors());
  app.post('/token/api/lookup', async (c) => {
    const { tokenizationKey, tokenId } = await readJson(c, tokenSchema);
    requireKey(tokenizationKey);
    return c.json(describeCard(requireCard(tokenId), parts.securityKey));
  });

  // NMI doesn't have this route. It accepts a whole card, for tests without a browser.
  app.post('/token/api/tokens', sameOriginOnly, async (c) => {
    const { tokenizationKey, ...card } = await readJson(c, cardSchema);
    requireKey(tokenizationKey);
    const result = await tokenize(parts, card);
    return 'token' in result
      ? c.json(result, 201)
      : c.json({ detail: result.message, field: result.field }, 422);
  });

  return app;
};

const browserFile = (name: string) => new URL(`./browser/${name}`, import.meta.url);

const makeStrict = (script: string) => script.replace('isStrict = false', 'isStrict = true');

const withBehavior = (script: string, behavior: ScriptBehavior) =>
  script.replace("behavior = 'as-documented'", `behavior = '${behavior}'`);
