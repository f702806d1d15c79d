import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { userPoolClientId, userPoolId } from '#local/services.ts';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { type LocalServices, startLocalServices } from '#tests/browser/local/services.ts';
import { createPostgresDatabase } from '#tests/postgres-database.ts';
import type { SharedLocalServices } from '#tests/services/shared-services.ts';
import { siteFolder, storeFolder } from '../../build/outputs.ts';
import { stampSite } from '../../build/stamp/stamp-site.ts';
import { writeCertificate } from '../shared/certificate.ts';
import { startFleet } from '../shared/fleet.ts';
import { makeFolder } from '../shared/folders.ts';
import { type Deployment, startNginx } from '../shared/nginx.ts';
import { provideServer } from '../shared/postgres.ts';

/** The environment variable for the folder with the deployment's files, such as `store-1.pid`. */
export const deploymentVariable = 'TEST_DEPLOYMENT';

/** Returns a function that stamps a copy of the built site for an API origin. */
export const stampFor = async (
  folder: string,
  config: Record<string, unknown>,
): Promise<Deployment['publish']> => {
  const [site, headers] = [join(folder, 'site'), join(folder, 'headers')];
  await cp(siteFolder, site, { recursive: true });
  return async (origin) => {
    const file = join(folder, 'config.json');
    const content = JSON.stringify({ ...config, apiBaseUrl: origin });
    await stampSite(resolve('.'), { site, nginx: headers }, content);
    await writeFile(file, content);
    return { site, headers, config: file };
  };
};

const storeVariables = async ({ addresses, dataDir }: LocalServices): Promise<Record<string, string>> => {
  const securityKey = (await readFile(join(dataDir, 'gateway-security-key'), 'utf8')).trim();
  return {
    COGNITO_ISSUER: `${addresses.pool}/${userPoolId}`,
    COGNITO_CLIENT_ID: userPoolClientId,
    AWS_ACCESS_KEY_ID: 'an-id',
    AWS_SECRET_ACCESS_KEY: 'a-secret',
    GATEWAY_URL: addresses.gateway,
    GATEWAY_SECURITY_KEY: securityKey,
    GATEWAY_WEBHOOK_KEY: createHmac('sha256', securityKey).update('webhooks').digest('hex'),
    GATEWAY_DUPLICATE_SECONDS: '0',
    ALLOWED_ORIGINS: addresses.app,
    TRUSTED_PROXIES: '1',
  };
};

/**
 * Starts PostgreSQL, two store processes and nginx as in docs/deploy.md, with the local user pool and gateway.
 * The local services' own store uses the same database and serves only the console.
 */
export const startDeployment = async (disposables: DisposableStack): Promise<SharedLocalServices> => {
  const folder = await makeFolder(disposables, 'deployed');
  const database = await createPostgresDatabase(await provideServer(disposables));
  disposables.defer(() => database.drop());
  const local = await startLocalServices({ name: 'deployed', databaseUrl: database.url });
  disposables.defer(() => local.stop());

  // Run a copy in another folder, so that the store can't use the repository's node_modules.
  const installed = join(folder, 'store');
  await cp(storeFolder, installed, { recursive: true });
  const environment = {
    ...(await storeVariables(local)),
    DATABASE_URL: database.url,
    SEND_LOCKS_DIRECTORY: join(installed, 'send-locks'),
  };
  const { ports } = await startFleet(disposables, { count: 2, folder: installed }, environment, {
    isSupervised: true,
    onStart: (index, pid) => writeFileSync(join(folder, `store-${index + 1}.pid`), String(pid)),
  });

  const certificate = await writeCertificate(folder);
  const config = await (await fetch(`${local.addresses.app}/config.json`)).json();
  const { origin } = await startNginx(disposables, {
    folder: join(folder, 'nginx'),
    certificate,
    storePorts: ports,
    publish: await stampFor(folder, { ...config, passkeys: true }),
  });

  process.env['NODE_EXTRA_CA_CERTS'] = certificate.certificate;
  process.env[deploymentVariable] = folder;
  return { addresses: { ...local.addresses, app: origin, store: origin }, log: local.log };
};
