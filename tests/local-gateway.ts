import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import * as v from 'valibot';
import { createGateway, type GatewayOptions } from '#local-nmi';
import { listenOnLoopback } from './unit/store/support/loopback.ts';

const tokenizationKey = 'a-tokenization-key';
const origin = 'http://gateway.test';
const cards = { good: '4111111111111111', declined: '4000000000000002' } as const;

export type LocalGateway = Awaited<ReturnType<typeof startLocalGateway>>;

export interface LocalGatewayOptions
  extends Partial<Pick<GatewayOptions, 'webhook' | 'clock' | 'securityKey'>> {
  /** Receives each request before the gateway does. Returns whether it handled the request. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export const startLocalGateway = async ({
  intercept,
  securityKey = 'a-security-key-of-the-tests',
  ...options
}: LocalGatewayOptions = {}) => {
  const gateway = await createGateway({ origin, securityKey, tokenizationKey, ...options });
  const serve = getRequestListener(gateway.app.fetch);
  const server = await listenOnLoopback((request, response) => {
    if (intercept?.(request, response) !== true) void serve(request, response);
  });

  return {
    url: server.url,
    securityKey,
    gateway,
    /** Creates a payment token. @param ccexp `MM/YY` */
    async newToken(card: keyof typeof cards = 'good', ccexp = '12/40') {
      const reply = await gateway.app.request(`${origin}/token/api/tokens`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: origin },
        body: JSON.stringify({ tokenizationKey, ccnumber: cards[card], ccexp, cvv: '123' }),
      });
      return v.parse(v.object({ token: v.string() }), await reply.json()).token;
    },
    async close() {
      await server.close();
      await gateway.close();
    },
  };
};
