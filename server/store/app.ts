import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { requestId } from 'hono/request-id';
import type { Product } from '#contract/products.ts';
import { paymentRequestSchema } from '#contract/purchases.ts';
import type { CustomerAttributes, Customers } from './customers.ts';
import { isDatabaseUnavailable } from './database/database.ts';
import { isSigned, refundedOrderIn } from './gateway/webhook.ts';
import { guardHosts, logRequests, type RequestEnvironment, refuse } from './http/middleware.ts';
import { openApiDocument } from './http/openapi.ts';
import {
  readAttemptId,
  readExpectedCents,
  readHistoryQuery,
  readIdempotencyKey,
  readJsonBody,
} from './http/requests.ts';
import type { Authentication, Caller } from './identity/authentication.ts';
import type { Ledger } from './ledger.ts';
import type { Log } from './logging.ts';
import type { AttemptLookup } from './payments/attempt-lookup.ts';
import type { StoredAnswer } from './payments/attempts.ts';
import type { Purchase } from './payments/purchasing.ts';
import type { Recovery } from './payments/recovery.ts';
import { Refusal, temporarilyUnavailable } from './refusals.ts';

export interface StoreAppParts {
  readonly authentication: Authentication;
  readonly customers: Customers;
  readonly readAttributes: (caller: Caller) => Promise<CustomerAttributes | undefined>;
  readonly products: readonly Product[];
  readonly ledger: Ledger;
  readonly purchase: (purchase: Purchase) => Promise<StoredAnswer>;
  readonly attempts: AttemptLookup;
  /** Takes over what the gateway's records say of an order; tells what that is. */
  readonly recheck: Recovery['recheck'];
  /** Signs the gateway's webhooks; absent: none are taken. */
  readonly webhookKey?: string | undefined;
  /** Rejects while the store cannot serve. */
  readonly checkHealth: () => Promise<unknown>;
  readonly clock: () => Date;
  readonly log: Log;
  /** Origins of the web apps that may call. */
  readonly allowedOrigins: readonly string[];
  /** Host names under which the store answers, without port; absent: any. */
  readonly allowedHosts?: readonly string[] | undefined;
}

const maxBodyBytes = 16 * 1024;

/** The store API over HTTP. Every refusal and failure is answered as `{ code, detail }`. */
export function createStoreApp(parts: StoreAppParts): Hono<RequestEnvironment> {
  const { authentication, customers, ledger, log } = parts;
  const app = new Hono<RequestEnvironment>({ strict: false });

  app.use(requestId());
  app.use(logRequests(log));
  app.use(guardHosts(parts.allowedHosts));
  app.use(
    cors({
      origin: [...parts.allowedOrigins],
      allowMethods: ['GET', 'POST', 'DELETE'],
      allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Expected-Amount-Cents'],
      exposeHeaders: ['Retry-After', 'X-Request-Id'],
      maxAge: 7200,
    }),
  );
  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    await next();
  });
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) =>
        refuse(
          c,
          new Refusal(405, 'method-not-allowed', `This address takes ${methods.join(', ')} only.`, {
            Allow: methods.join(', '),
          }),
        ),
    }),
  );
  app.use(
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: () => {
        throw new Refusal(413, 'too-large', 'The request is too large.');
      },
    }),
  );

  app.get('/healthz', async (c) => {
    await parts.checkHealth().catch(() => {
      throw temporarilyUnavailable();
    });
    return c.json({ status: 'ok' });
  });
  app.get('/openapi.json', (c) => c.json(openApiDocument));

  app.post('/webhooks/gateway', async (c) => {
    const body = await c.req.text();
    const { webhookKey } = parts;
    const isTrue =
      webhookKey !== undefined &&
      isSigned(c.req.header('Webhook-Signature'), body, webhookKey, parts.clock());
    if (!isTrue) throw new Refusal(401, 'not-signed', 'This event is not signed by the gateway.');
    // An event is only a reason to look: the gateway's records decide, so that a repeated or late one does no harm.
    const orderId = refundedOrderIn(body);
    const found = orderId === undefined ? undefined : await parts.recheck(orderId);
    if (found !== undefined && found !== 'refunded') throw temporarilyUnavailable();
    return c.body(null, 204);
  });

  app.use('/api/*', async (c, next) => {
    c.set('caller', await authentication.identify(c.req.header('Authorization')));
    await next();
  });
  app.get('/api/auth/profile', async (c) => {
    const caller = c.var.caller;
    const profile = await customers.ensure(
      caller.customerId,
      () => parts.readAttributes(caller),
      parts.clock(),
    );
    return c.json(profile);
  });
  app.get('/api/products', (c) => c.json(parts.products));
  app.get('/api/credits/balance', async (c) => c.json(await ledger.balance(c.var.caller.customerId)));
  app.get('/api/transactions/summary', async (c) => c.json(await ledger.summary(c.var.caller.customerId)));
  app.get('/api/transactions/history', async (c) =>
    c.json(await ledger.history(c.var.caller.customerId, readHistoryQuery(c))),
  );
  app.post('/api/checkout/process-payment-token', async (c) => {
    const attemptId = readIdempotencyKey(c);
    const expectedCents = readExpectedCents(c);
    const request = await readJsonBody(c, paymentRequestSchema);
    const { customerId } = c.var.caller;
    const answer = await parts.purchase({ customerId, request, attemptId, expectedCents });
    return c.json(answer.body, answer.status);
  });
  app.get('/api/checkout/attempts/:id', async (c) => {
    const state = await parts.attempts.find(c.var.caller.customerId, readAttemptId(c));
    if (state === undefined)
      throw new Refusal(404, 'attempt-not-found', 'This payment attempt has not arrived.');
    return c.json(state);
  });
  app.delete('/api/checkout/attempts/:id', async (c) =>
    c.json(await parts.attempts.withdraw(c.var.caller.customerId, readAttemptId(c), parts.clock())),
  );

  app.notFound((c) => refuse(c, new Refusal(404, 'not-found', 'There is nothing at this address.')));
  app.onError((error, c) => {
    if (error instanceof Refusal) return refuse(c, error);
    log.error({ event: 'request-failed', requestId: c.var.requestId, error });
    return refuse(
      c,
      isDatabaseUnavailable(error)
        ? temporarilyUnavailable()
        : new Refusal(500, 'internal-error', 'Something went wrong on our side. Please try again.'),
    );
  });
  return app;
}
