import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { isSigned, readEvent } from '../gateway/webhook.ts';
import { refusal } from '../http/document.ts';
import { createFailureLimit } from '../http/failure-limit.ts';
import { limitBody, type RequestEnvironment, refuse } from '../http/middleware.ts';
import type { StoreParts } from '../parts.ts';
import type { GatewayEvents } from '../payments/events.ts';
import { Refusal } from '../refusals.ts';

/** An event may contain a batch of chargebacks. */
const maxBodyBytes = 1024 * 1024;

export const webhookRoutes = ({ config }: StoreParts, events: GatewayEvents) =>
  new Hono<RequestEnvironment>().post(
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
        401: refusal('Not signed by the gateway'),
        413: refusal('Larger than 1 MiB'),
        429: refusal('Too many failed requests from this address; see Retry-After'),
        503: refusal('Not kept; send it again'),
      },
    }),
    // Before the body is read.
    createFailureLimit(config).middleware,
    limitBody(maxBodyBytes, (c) => refuse(c, new Refusal(413, 'too-large', 'The request is too large.'))),
    async (c) => {
      // The signature covers bytes, which may not be valid text.
      const body = new Uint8Array(await c.req.arrayBuffer());
      const signature = c.req.header('Webhook-Signature');
      if (!config.gateway.webhookKeys.some((key) => isSigned(signature, body, key))) {
        throw new Refusal(401, 'not-signed', 'This event is not signed by the gateway.');
      }
      await events.keep(readEvent(body));
      return c.body(null, 200);
    },
  );
