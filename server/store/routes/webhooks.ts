import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { isSigned, reversedOrderIn } from '../gateway/webhook.ts';
import { refusal } from '../http/document.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import type { StoreParts } from '../parts.ts';
import type { Recovery } from '../payments/recovery.ts';
import { Refusal, temporarilyUnavailable } from '../refusals.ts';

/** Events that the card gateway sends by itself. */
export const webhookRoutes = ({ config }: StoreParts, recovery: Recovery) =>
  new Hono<RequestEnvironment>().post(
    '/webhooks/gateway',
    describeRoute({
      summary:
        'Takes the card gateway’s signed events. A refund makes the store look the order up and follow it',
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
        200: { description: 'Taken. The gateway repeats an event unless it is answered with exactly this' },
        401: refusal('Not signed by the gateway'),
        503: refusal('The gateway’s records do not show it yet: to be sent again'),
      },
    }),
    async (c) => {
      const body = await c.req.text();
      const { webhookKey } = config.gateway;
      if (webhookKey === undefined || !isSigned(c.req.header('Webhook-Signature'), body, webhookKey)) {
        throw new Refusal(401, 'not-signed', 'This event is not signed by the gateway.');
      }
      // The event itself decides nothing: the gateway's records are read, so that a repeated or late one changes nothing.
      const orderId = reversedOrderIn(body);
      const found = orderId === undefined ? undefined : await recovery.recheck(orderId, 'event');
      if (found?.booked.refundedCents === 0) throw temporarilyUnavailable();
      return c.body(null, 200);
    },
  );
