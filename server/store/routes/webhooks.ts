import { describeRoute } from 'hono-openapi';
import type { GatewayEvents } from '../events/gateway-events.ts';
import { isSigned, readEvent } from '../gateway/webhook.ts';
import { createFailureLimit } from '../http/failure-limit.ts';
import { storeError } from '../http/http-error.ts';
import { type App, limitBody } from '../http/middleware.ts';
import { errorResponse } from '../http/serve.ts';
import type { StoreParts } from '../parts.ts';

/** Maximum event size. An event may contain a batch of chargebacks. */
const maxBodyBytes = 1024 * 1024;

export const addWebhookRoutes = (app: App, { config }: StoreParts, events: GatewayEvents): void => {
  app.post(
    '/webhooks/gateway',
    describeRoute({
      summary:
        'Receives the card gateway’s signed events. The store keeps each once, then reads the gateway’s records. ' +
        'An event alone moves no money',
      security: [],
      parameters: [
        {
          name: 'Webhook-Signature',
          in: 'header',
          required: true,
          description: '`t=<nonce>,s=<hex HMAC-SHA256 of "t.body">`',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: { description: 'Kept. After any other status, the gateway sends the event again' },
        401: errorResponse('Not signed by the gateway'),
        413: errorResponse('Larger than 1 MiB'),
        429: errorResponse('Too many failed requests from this address; see Retry-After'),
        503: errorResponse('Not kept; send it again'),
      },
    }),
    // Check the limit before reading the body.
    createFailureLimit(config).middleware,
    limitBody(maxBodyBytes),
    async (c) => {
      // The signature covers the raw bytes, which may not be valid text.
      const body = new Uint8Array(await c.req.arrayBuffer());
      const signature = c.req.header('Webhook-Signature');
      if (!config.gateway.webhookKeys.some((key) => isSigned(signature, body, key))) {
        throw storeError('not-signed', 'This event is not signed by the gateway.');
      }
      await events.keep(readEvent(body));
      return c.body(null, 200);
    },
  );
};
