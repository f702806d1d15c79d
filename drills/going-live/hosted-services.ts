import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { tokenizationKey, userPoolClientId, userPoolId } from '#local/services.ts';
import { createUserPool } from '#local-cognito';
import { createGateway } from '#local-nmi';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { listenOnLoopback } from '#local-services/http/loopback.ts';

/** Starts local versions of other companies' services, which use the real protocols. */
export const startHostedServices = async (disposables: DisposableStack, folder: string, shop: string) => {
  const listen = async () => {
    const server = await listenOnLoopback(0);
    disposables.defer(() => server.close());
    return { origin: `http://localhost:${server.port}`, setListener: server.setListener };
  };
  const [poolServer, gatewayServer] = [await listen(), await listen()];
  const [securityKey, webhookKey] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
  const pool = await createUserPool({
    dataDir: join(folder, 'pool'),
    origin: poolServer.origin,
    appOrigins: [shop],
    userPoolId,
    clientId: userPoolClientId,
  });
  disposables.defer(() => pool.close());
  const gateway = await createGateway({
    dataDir: join(folder, 'gateway'),
    origin: gatewayServer.origin,
    securityKey,
    tokenizationKey,
    pageOrigins: [shop],
    webhook: { url: `${shop}/webhooks/gateway`, signingKey: webhookKey },
  });
  disposables.defer(() => gateway.close());
  poolServer.setListener(getRequestListener(pool.app.fetch));
  gatewayServer.setListener(getRequestListener(gateway.app.fetch));
  return {
    values: {
      POOL: poolServer.origin,
      POOL_ID: userPoolId,
      POOL_CLIENT: userPoolClientId,
      GATEWAY: gatewayServer.origin,
      TOKENIZATION_KEY: tokenizationKey,
      SECURITY_KEY: securityKey,
      WEBHOOK_KEY: webhookKey,
    },
    mailedCode: (email: string) => pool.admin.mail(email)[0]?.code,
    /** Returns the amounts in cents, oldest first. */
    charges: () =>
      gateway
        .sales()
        .map(({ amountCents }) => amountCents)
        .reverse(),
    /** Returns how many gateway events the shop has accepted, and how many others there are. */
    events() {
      const events = gateway.events.list();
      const taken = events.filter(({ state }) => state === 'delivered').length;
      return { taken, others: events.length - taken };
    },
  };
};
