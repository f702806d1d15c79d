import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { tokenizationKey, userPoolClientId, userPoolId } from '#local/services.ts';
import { createUserPool } from '#local-cognito';
import { createGateway } from '#local-nmi';
import { listenOnLoopback } from '#local-services/http/loopback.ts';

/** Other companies' services, simulated on this machine with the real protocols. */
export interface HostedServices {
  readonly values: Readonly<Record<string, string>>;
  mailedCode(email: string): string | undefined;
  /** In cents, oldest first. */
  charges(): readonly number[];
  /** How many of the gateway's events the shop has accepted, and how many it has not. */
  events(): { readonly taken: number; readonly others: number };
  close(): Promise<void>;
}

export const startHostedServices = async (folder: string, shop: string): Promise<HostedServices> => {
  const [poolServer, gatewayServer] = [await listenOnLoopback(0), await listenOnLoopback(0)];
  const [poolOrigin, gatewayOrigin] = [poolServer, gatewayServer].map(
    ({ port }) => `http://localhost:${port}`,
  );
  if (poolOrigin === undefined || gatewayOrigin === undefined) throw new Error('There are no ports');
  const [securityKey, webhookKey] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
  const pool = await createUserPool({
    dataDir: join(folder, 'pool'),
    origin: poolOrigin,
    appOrigins: [shop],
    userPoolId,
    clientId: userPoolClientId,
  });
  const gateway = await createGateway({
    dataDir: join(folder, 'gateway'),
    origin: gatewayOrigin,
    securityKey,
    tokenizationKey,
    pageOrigins: [shop],
    webhook: { url: `${shop}/webhooks/gateway`, signingKey: webhookKey },
  });
  poolServer.setListener(getRequestListener(pool.app.fetch));
  gatewayServer.setListener(getRequestListener(gateway.app.fetch));
  return {
    values: {
      POOL: poolOrigin,
      POOL_ID: userPoolId,
      POOL_CLIENT: userPoolClientId,
      GATEWAY: gatewayOrigin,
      TOKENIZATION_KEY: tokenizationKey,
      SECURITY_KEY: securityKey,
      WEBHOOK_KEY: webhookKey,
    },
    mailedCode: (email) => pool.admin.mail(email)[0]?.code,
    charges: () =>
      gateway
        .sales()
        .map(({ amountCents }) => amountCents)
        .reverse(),
    events: () => {
      const events = gateway.events.list();
      const taken = events.filter(({ state }) => state === 'delivered').length;
      return { taken, others: events.length - taken };
    },
    async close() {
      await Promise.all([poolServer.close(), gatewayServer.close()]);
      await Promise.all([pool.close(), gateway.close()]);
    },
  };
};
