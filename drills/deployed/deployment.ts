import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createDisposableStack } from '#server/sandbox/disposable-stack.ts';
import { startSandbox } from '#tests/browser/sandbox/sandbox.ts';
import { createPostgresDatabase } from '#tests/postgres-database.ts';
import type { SharedSandbox } from '#tests/services/shared-services.ts';
import { readAddresses } from '../../build/headers/addresses.ts';
import { siteFolder } from '../../build/outputs.ts';
import { stampSite } from '../../build/stamp/stamp-site.ts';
import { writeHeaders } from '../../build/stamp/write-headers.ts';
import { makeCertificate } from './certificate.ts';
import { type Deployment, startNginx } from './nginx.ts';
import { startPostgres } from './postgres.ts';
import { providePrograms } from './programs.ts';
import { installStore, startStore } from './stores.ts';

/** Where tests find what is not for browsers: the processes of the store, as `store-1.pid` and `store-2.pid`. */
export const deploymentVariable = 'TEST_DEPLOYMENT';

/**
 * Stamps a copy of the built site for this configuration.
 *
 * @returns what nginx is told to publish, for any origin of the API
 */
export const stampFor = async (
  folder: string,
  config: Record<string, unknown>,
): Promise<Deployment['publish']> => {
  const [site, headers] = [join(folder, 'site'), join(folder, 'headers')];
  await cp(siteFolder, site, { recursive: true });
  return async (origin) => {
    const deployed = { ...config, apiBaseUrl: origin };
    const file = join(folder, 'config.json');
    const content = JSON.stringify(deployed);
    await stampSite(resolve('.'), site, content);
    await writeHeaders({ site, nginx: headers }, readAddresses(deployed));
    await writeFile(file, content);
    return { site, headers, config: file };
  };
};

/**
 * Brings up what docs/deploy.md describes, as far as it is ours: PostgreSQL, two processes of the built store, and nginx
 * before them and the stamped site. User pool and card gateway are the local ones. Their own store is a third process on
 * the same database, for the console; no page asks it for anything.
 */
export const startDeployment = async (): Promise<{
  readonly sandbox: SharedSandbox;
  stop(): Promise<void>;
}> => {
  const programs = providePrograms();
  const disposables = createDisposableStack();
  try {
    const folder = await mkdtemp(join(tmpdir(), 'coffer-deployed-'));
    disposables.defer(() => rm(folder, { recursive: true, force: true }));
    const server = process.env['DATABASE_URL'] ?? (await startServer());
    const database = await createPostgresDatabase(server);
    disposables.defer(() => database.drop());
    const sandbox = await startSandbox({ name: 'deployed', databaseUrl: database.url });
    disposables.defer(() => sandbox.stop());

    const installed = join(folder, 'store');
    await installStore(installed);
    const startProcess = async (name: string) => {
      const pidFile = join(folder, `${name}.pid`);
      const store = await startStore({ sandbox, databaseUrl: database.url, folder: installed, pidFile });
      disposables.defer(() => store.stop());
      return store.port;
    };
    const storePorts = await Promise.all([startProcess('store-1'), startProcess('store-2')]);

    const certificate = makeCertificate(folder);
    const config = await (await fetch(`${sandbox.addresses.app}/config.json`)).json();
    const nginx = await startNginx({
      program: programs.nginx,
      folder: join(folder, 'nginx'),
      certificate,
      storePorts,
      publish: await stampFor(folder, config),
    });
    disposables.defer(() => nginx.stop());

    process.env['NODE_EXTRA_CA_CERTS'] = certificate.certificate;
    process.env[deploymentVariable] = folder;
    const addresses = { ...sandbox.addresses, app: nginx.origin, store: nginx.origin };
    return { sandbox: { addresses, log: sandbox.log }, stop: () => disposables.disposeAsync() };

    async function startServer(): Promise<string> {
      const own = await mkdtemp(join(tmpdir(), 'coffer-postgres-'));
      disposables.defer(() => rm(own, { recursive: true, force: true }));
      const postgres = await startPostgres(programs.postgres ?? '', own);
      disposables.defer(() => postgres.stop());
      return postgres.url;
    }
  } catch (error) {
    await disposables.disposeAsync();
    throw error;
  }
};
