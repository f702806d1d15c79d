import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import * as v from 'valibot';
import { createGateway, type Gateway } from '#server/sandbox/gateway/index.ts';
import { listenOnLoopback } from '../unit/store/support/loopback.ts';
import type { Trap } from './kill-points.ts';

export const securityKey = 'a-security-key-of-the-tests';
const tokenizationKey = 'a-tokenization-key';
const origin = 'http://gateway.test';
const cards = { good: '4111111111111111', declined: '4000000000000002' } as const;

export interface GatewayOfKills {
  readonly url: string;
  readonly gateway: Gateway;
  newToken(card: keyof typeof cards): Promise<string>;
  close(): Promise<void>;
}

/** The local gateway over HTTP. Its requests are points at which a store is killed. */
export const startGateway = async (
  directory: string,
  webhook: { readonly url: string; readonly signingKey: string },
  trap: Trap,
): Promise<GatewayOfKills> => {
  const gateway = await createGateway({
    dataDir: join(directory, 'gateway'),
    origin,
    securityKey,
    tokenizationKey,
    webhook,
  });
  const serve = getRequestListener(gateway.app.fetch);

  const listener: RequestListener = (request, response) => {
    if (request.url === '/api/query.php') trap.pass('while the records are read');
    if (request.url === '/api/transact.php') {
      if (trap.pass('before a sale reaches the gateway')) {
        request.socket.destroy();
        return;
      }
      trap.pass('before a sale is charged');
      // The reply is written in one piece, after the charge.
      const end = response.end.bind(response);
      response.end = (...reply: unknown[]) => {
        trap.pass('after a sale is charged');
        return Reflect.apply(end, response, reply);
      };
      response.once('finish', () => trap.pass('when a sale is answered'));
    }
    void serve(request, response);
  };
  const server = await listenOnLoopback(listener);

  return {
    url: server.url,
    gateway,
    async newToken(card) {
      const reply = await gateway.app.request(`${origin}/token/api/tokens`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: origin },
        body: JSON.stringify({ tokenizationKey, ccnumber: cards[card], ccexp: '12/40', cvv: '123' }),
      });
      return v.parse(v.object({ token: v.string() }), await reply.json()).token;
    },
    async close() {
      await server.close();
      await gateway.close();
    },
  };
};
