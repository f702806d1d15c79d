import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { connectToPostgres, type PooledDatabase } from '#server/store/database/database.ts';
import { type Customer, createCustomers } from '#tests/kills/buyer.ts';
import { type LocalGateway, startLocalGateway } from '#tests/local-gateway.ts';
import { createPostgresDatabase } from '#tests/postgres-database.ts';
import { clientId, startUserPool } from '#tests/unit/store/support/user-pool.ts';
import { storeFolder } from '../../build/outputs.ts';
import { writeCertificate } from '../shared/certificate.ts';
import { type Fleet, startFleet } from '../shared/fleet.ts';
import { makeFolder } from '../shared/folders.ts';
import { type RunningNginx, startNginx } from '../shared/nginx.ts';
import { provideServer } from '../shared/postgres.ts';

/** The setup of docs/deploy.md, with the local gateway and a minimal user pool. */
export interface World {
  readonly nginx: RunningNginx;
  readonly fleet: Fleet;
  readonly gateway: LocalGateway;
  readonly database: PooledDatabase;
  readonly databaseUrl: string;
  readonly customers: readonly Customer[];
  readonly folder: string;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly processes: number;
  readonly customers: number;
  /** The URL of a database whose user may create others. Default: DATABASE_URL, or a new PostgreSQL. */
  readonly server?: string;
}

/** The gateway's delay in ms after a charge: time to die in between. */
const thinkMs = 150;

/** Empty include files for nginx: the drills load no pages. */
const writeHeaders = async (folder: string): Promise<void> => {
  await mkdir(folder);
  for (const name of ['page', 'asset', 'config', 'file', 'proxy'])
    await writeFile(join(folder, `${name}.conf`), '');
};

export const startWorld = async ({ processes, customers, server }: WorldOptions): Promise<World> => {
  const disposables = createDisposableStack();
  const defer = <Part>(part: Part, dispose: (part: Part) => Promise<void>): Part => {
    disposables.defer(() => dispose(part));
    return part;
  };
  try {
    const place = await makeFolder(disposables, 'outages');
    const created = await createPostgresDatabase(server ?? (await provideServer(disposables)));
    const { url: databaseUrl } = defer(created, ({ drop }) => drop());
    const pool = defer(await startUserPool(), (started) => started.close());
    const gateway = defer(
      await startLocalGateway({
        intercept(request, response) {
          if (request.url !== '/api/transact.php') return false;
          const end = response.end.bind(response);
          response.end = (...reply: unknown[]) => {
            setTimeout(() => Reflect.apply(end, response, reply), thinkMs);
            return response;
          };
          return false;
        },
      }),
      (started) => started.close(),
    );

    const folder = join(place, 'store');
    const headers = join(place, 'headers');
    await cp(storeFolder, folder, { recursive: true });
    const fleet = defer(
      await startFleet(processes, folder, {
        DATABASE_URL: databaseUrl,
        COGNITO_ISSUER: pool.issuer,
        COGNITO_CLIENT_ID: clientId,
        GATEWAY_URL: gateway.url,
        GATEWAY_SECURITY_KEY: gateway.securityKey,
        GATEWAY_DUPLICATE_SECONDS: '0',
        ALLOWED_ORIGINS: 'https://localhost',
        TRUSTED_PROXIES: '1',
        SEND_LOCKS_DIRECTORY: join(place, 'send-locks'),
        // All customers share a few addresses.
        DECLINES_PER_ADDRESS_PER_DAY: '0',
        ATTEMPTS_PER_MINUTE: '100000',
        ATTEMPTS_IN_FLIGHT: '0',
      }),
      (started) => started.stop(),
    );
    await writeHeaders(headers);
    const nginx = defer(
      await startNginx({
        folder: join(place, 'nginx'),
        certificate: await writeCertificate(place),
        storePorts: fleet.ports,
        publish: async () => ({ site: place, headers, config: join(place, 'config.json') }),
      }),
      (started) => started.stop(),
    );
    return {
      nginx,
      fleet,
      gateway,
      database: defer(
        connectToPostgres(databaseUrl, () => undefined),
        (connected) => connected.close(),
      ),
      databaseUrl,
      customers: await createCustomers(pool, `http://127.0.0.1:${fleet.ports[0]}`, customers),
      folder,
      close: () => disposables.disposeAsync(),
    };
  } catch (error) {
    await disposables.disposeAsync();
    throw error;
  }
};
