import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { connectToPostgres } from '#server/store/database/database.ts';
import { createCustomers } from '#tests/kills/buyer.ts';
import { startLocalGateway } from '#tests/local-gateway.ts';
import { createPostgresDatabase } from '#tests/postgres-database.ts';
import { clientId, startUserPool } from '#tests/unit/store/support/user-pool.ts';
import { storeFolder } from '../../build/outputs.ts';
import { writeCertificate } from '../shared/certificate.ts';
import { startFleet } from '../shared/fleet.ts';
import { makeFolder } from '../shared/folders.ts';
import { startNginx } from '../shared/nginx.ts';
import { provideServer } from '../shared/postgres.ts';

export type World = Awaited<ReturnType<typeof startWorld>>;

export interface WorldOptions {
  readonly processes: number;
  readonly customers: number;
  /** The URL of a database whose user can create databases. The default is DATABASE_URL or a new PostgreSQL. */
  readonly server?: string;
}

/** The gateway's delay between a charge and its response in ms, so that a process can die in between. */
const thinkMs = 150;

/** Starts the services of docs/deploy.md, with the local gateway and a minimal user pool. */
export const startWorld = async (disposables: DisposableStack, options: WorldOptions) => {
  const place = await makeFolder(disposables, 'outages');
  const { url, drop } = await createPostgresDatabase(options.server ?? (await provideServer(disposables)));
  disposables.defer(drop);
  const pool = await startUserPool();
  disposables.defer(() => pool.close());
  const gateway = await startLocalGateway({
    intercept(request, response) {
      if (request.url !== '/api/transact.php') return false;
      const end = response.end.bind(response);
      response.end = (...reply: unknown[]) => {
        setTimeout(() => Reflect.apply(end, response, reply), thinkMs);
        return response;
      };
      return false;
    },
  });
  disposables.defer(() => gateway.close());

  const folder = join(place, 'store');
  await cp(storeFolder, folder, { recursive: true });
  const fleet = await startFleet(
    disposables,
    { count: options.processes, folder },
    {
      DATABASE_URL: url,
      COGNITO_ISSUER: pool.issuer,
      COGNITO_CLIENT_ID: clientId,
      GATEWAY_URL: gateway.url,
      GATEWAY_SECURITY_KEY: gateway.securityKey,
      GATEWAY_DUPLICATE_SECONDS: '0',
      ALLOWED_ORIGINS: 'https://localhost',
      TRUSTED_PROXIES: '1',
      SEND_LOCKS_DIRECTORY: join(place, 'send-locks'),
      // The customers share a few addresses, so disable this limit.
      DECLINES_PER_ADDRESS_PER_DAY: '0',
      ATTEMPTS_PER_MINUTE: '100000',
      ATTEMPTS_IN_FLIGHT: '0',
    },
  );
  // The drills load no pages, so nginx's include files can be empty.
  const headers = join(place, 'headers');
  await mkdir(headers);
  for (const name of ['page', 'asset', 'config', 'file', 'proxy'])
    await writeFile(join(headers, `${name}.conf`), '');
  const nginx = await startNginx(disposables, {
    folder: join(place, 'nginx'),
    certificate: await writeCertificate(place),
    storePorts: fleet.ports,
    publish: async () => ({ site: place, headers, config: join(place, 'config.json') }),
  });
  const database = connectToPostgres(url, () => undefined);
  disposables.defer(() => database.close());
  const customers = await createCustomers(pool, `http://127.0.0.1:${fleet.ports[0]}`, options.customers);
  return { nginx, fleet, gateway, database, databaseUrl: url, customers, folder };
};
