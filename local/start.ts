import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { createUserPool } from '#local-cognito';
import { createGateway } from '#local-nmi';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { withFaults } from '#local-services/faults/middleware.ts';
import { createFaultRegistry } from '#local-services/faults/registry.ts';
import { createProxy } from '#local-services/http/proxy.ts';
import { readInlineHashes } from '../build/prerender/write-pages.ts';
import { createConsole } from './console/index.ts';
import { loadOrCreateSecret, openDataDirectory } from './data-directory.ts';
import { ensureDemoAccount } from './demo-account.ts';
import { startMailServer } from './mail-server.ts';
import { deriveMerchantKey } from './merchant-key.ts';
import type { StartOptions } from './options.ts';
import { listenOnPorts } from './ports.ts';
import { type Origins, perService, tokenizationKey, userPoolClientId, userPoolId } from './services.ts';
import { buildIfStale } from './site/build-if-stale.ts';
import { builtSite } from './site/built-site.ts';
import { devSite } from './site/dev-site.ts';
import { createSite } from './site/site.ts';
import { superviseStore } from './store-supervisor.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * Starts the local services. Resolves when all respond and the demo account exists. `disposables` stop the services.
 * Calls `onStoreFailed` if the store's process keeps exiting.
 * @throws {StartError} if a service can't start
 */
export const startLocalServices = async (
  { dataDir, dev, fresh, hostedUi, ports, mailPort }: StartOptions,
  environment: NodeJS.ProcessEnv,
  disposables: DisposableStack,
  onStoreFailed: () => void,
): Promise<Origins> => {
  const data = await openDataDirectory(dataDir, fresh);
  disposables.defer(() => data.release());
  // Close these after the listeners, because a last request can still write.
  const persistent: { close(): Promise<void> }[] = [];
  disposables.defer(async () => {
    await Promise.all(persistent.map((service) => service.close()));
  });
  const listeners = await listenOnPorts(ports, disposables);
  const mails = await startMailServer(mailPort, disposables);
  const origins = perService((service) => `http://localhost:${listeners[service].port}`);
  const appOrigins = ['localhost', '127.0.0.1', '[::1]'].map(
    (host) => `http://${host}:${listeners.app.port}`,
  );
  const securityKey = await loadOrCreateSecret(data.paths.securityKey);
  const webhookKey = createHmac('sha256', securityKey).update('webhooks').digest('hex');
  const store = superviseStore({
    logFile: data.paths.storeLog,
    onRestartLimit: onStoreFailed,
    environment: {
      // Disable limits on declines, because people try many declined cards from this machine.
      DECLINES_PER_CUSTOMER_PER_DAY: '0',
      DECLINES_PER_ADDRESS_PER_DAY: '0',
      DECLINE_BRAKE_COUNT: '0',
      // Use a short interval, so that people don't wait half an hour for a second top-up.
      TOP_UP_INTERVAL_S: '5',
      ...environment,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      COGNITO_ISSUER: `${origins.pool}/${userPoolId}`,
      COGNITO_CLIENT_ID: userPoolClientId,
      // Override real AWS credentials in the environment. The local pool doesn't check signatures.
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_SESSION_TOKEN: '',
      GATEWAY_URL: origins.gateway,
      GATEWAY_SECURITY_KEY: securityKey,
      GATEWAY_WEBHOOK_KEY: webhookKey,
      // Let customers buy the same package twice in a row.
      GATEWAY_DUPLICATE_SECONDS: '0',
      ALLOWED_ORIGINS: appOrigins.join(','),
      ...mailVariables(origins, mails.port),
    },
  });
  disposables.defer(() => store.stop());
  const faults = createFaultRegistry((service) => listeners[service].closeIdleConnections());
  const crashStore = () => store.crash();
  const pool = await createUserPool({
    dataDir: data.paths.pool,
    origin: origins.pool,
    appOrigins,
    userPoolId,
    clientId: userPoolClientId,
    settings: { hostedUi },
  });
  persistent.push(pool);
  const { requestCustomer } = pool.admin;
  const proxy = createProxy(store.port);
  listeners.store.setListener(withFaults('store', faults, proxy, { crashStore, requestCustomer }));

  let isReady = false;
  const startHostedServices = async () => {
    const gateway = await createGateway({
      dataDir: data.paths.gateway,
      origin: origins.gateway,
      securityKey,
      tokenizationKey,
      webhook: { url: `${origins.store}/webhooks/gateway`, signingKey: webhookKey },
    });
    persistent.push(gateway);
    const poolListener = getRequestListener(pool.app.fetch);
    listeners.pool.setListener(withFaults('pool', faults, poolListener, { requestCustomer }));
    const gatewayListener = getRequestListener(gateway.app.fetch);
    listeners.gateway.setListener(withFaults('gateway', faults, gatewayListener, { crashStore }));
    const console = await createConsole({
      port: listeners.console.port,
      pool,
      gateway,
      mails,
      store,
      merchantKey: deriveMerchantKey(securityKey),
      faults,
      isReady: () => isReady && store.port() !== undefined,
    });
    listeners.console.setListener(getRequestListener(console.fetch));
    await store.started();
    await ensureDemoAccount(pool.admin, store);
  };

  const startSite = async () => {
    const site = { origins, dev, poolFeatures: pool.admin.settings };
    if (dev) {
      const { listener, close } = await devSite(root, listeners.app.servers);
      disposables.defer(close);
      listeners.app.setListener(createSite({ ...site, pages: listener }));
    } else {
      const folder = await buildIfStale(root, disposables);
      const inlineHashes = () => readInlineHashes(folder);
      listeners.app.setListener(createSite({ ...site, pages: builtSite(folder), inlineHashes }));
    }
  };

  await Promise.all([startHostedServices(), startSite()]);
  isReady = true;
  return origins;
};

/** Returns the store's variables for emails, and the addresses in them. */
const mailVariables = ({ app, store }: Origins, port: number) => ({
  MAIL_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'Coffer <receipts@example.com>',
  SELLER_NAME: 'Coffer',
  SELLER_ADDRESS: '1 Main Street, Chicago, IL 60601',
  SUPPORT: 'support@example.com',
  APP_URL: app,
  API_URL: store,
});
