import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import type { UserPool } from '#local-cognito';
import type { Gateway } from '#local-nmi';
import type { FaultRegistry } from '#local-services/faults/registry.ts';
import { faultRoutes } from '#local-services/faults/routes.ts';
import { handleError, handleNotFound, limitBody, readJson } from '#local-services/http/body.ts';
import { sameOriginOnly } from '#local-services/http/host-guard.ts';
import { staticFiles } from '#local-services/http/static-files.ts';
import { typefaces } from '#local-services/http/typefaces.ts';
import type { MailServer } from '../mail-server.ts';
import type { StoreSupervisor } from '../store-supervisor.ts';
import { creditRoutes } from './credits.ts';
import { createUser, newUserSchema } from './users.ts';
import { webhookRoutes } from './webhooks.ts';

export interface ConsoleParts {
  readonly port: number;
  readonly pool: Pick<UserPool, 'admin' | 'control'>;
  readonly gateway: Pick<Gateway, 'control' | 'reset'>;
  readonly mails: MailServer;
  readonly store: Pick<
    StoreSupervisor,
    | 'seed'
    | 'proveBooks'
    | 'acceptKey'
    | 'listCredits'
    | 'expireCredits'
    | 'addWebhook'
    | 'listWebhooks'
    | 'removeWebhook'
  >;
  readonly merchantKey: string;
  readonly faults: FaultRegistry;
  readonly isReady: () => boolean;
}

const pageFile = (name: string) => new URL(`./page/${name}`, import.meta.url);
const pageFiles = ['console.css', 'console.js', 'elements.js', 'forms.js', 'gateway.js'];

const unavailable = (what: string) => (cause: Error) => {
  throw new HTTPException(503, { message: `${what}: ${cause.message}` });
};

const newestFirst = (one: { sentAt: string }, other: { sentAt: string }) =>
  other.sentAt.localeCompare(one.sentAt);

/** Creates the console, which gives people and tests mail, sales, the store's books, faults and users. */
export const createConsole = async ({
  port,
  pool: { admin: users, control },
  gateway,
  mails,
  store,
  merchantKey,
  faults,
  isReady,
}: ConsoleParts): Promise<Hono> => {
  const app = new Hono();
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        imgSrc: ['data:'],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
      },
      strictTransportSecurity: false,
    }),
  );
  app.use(sameOriginOnly(port));
  app.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  app.use(limitBody(2 * 1024 * 1024));

  app.route('/', await typefaces());
  const pagePaths = pageFiles.map((name) => [`/${name}`, pageFile(name)] as const);
  app.route('/', await staticFiles({ '/': pageFile('index.html'), ...Object.fromEntries(pagePaths) }));
  app.get('/healthz', (c) =>
    isReady() ? c.json({ status: 'ready' }) : c.json({ detail: 'Not every service is ready' }, 503),
  );

  const listMail = (to?: string) => [...users.mail(to), ...mails.list(to)].sort(newestFirst);
  app.get('/mail', (c) => c.json(listMail(c.req.query('to'))));
  app.all('/sales/*', (c) => gateway.control.fetch(c.req.raw));
  app.route('/gateway', gateway.control);

  // Check all customers' books, because a change for one customer could break another's.
  app.get('/books', async (c) => {
    const errors = await store.proveBooks().catch(unavailable('The books could not be proven'));
    return c.json({ sound: errors.length === 0, errors });
  });

  app.get('/merchant-key', async (c) => {
    await store.acceptKey(merchantKey).catch(unavailable('The store did not accept the key'));
    return c.json({ key: merchantKey });
  });

  app.route('/merchant-webhooks', webhookRoutes(store));
  app.route('/credits', creditRoutes(users, store));
  app.route('/faults', faultRoutes(faults));
  // Keep users, sales and ledgers, because they refer to each other, and each test uses a new customer.
  app.post('/reset', async (c) => {
    faults.clear();
    gateway.reset();
    mails.clear();
    await users.reset();
    return c.body(null, 204);
  });

  app.get('/users', (c) => c.json(users.listUsers().reverse()));
  app.post('/users', async (c) =>
    c.json(await createUser(users, store, await readJson(c, newUserSchema)), 201),
  );

  app.route('/pool', control);

  app.onError(handleError);
  app.notFound(handleNotFound);
  return app;
};
