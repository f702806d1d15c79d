import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDisposableStack } from '#server/sandbox/disposable-stack.ts';
import { connectToPostgres, type PooledDatabase } from '#server/store/database/database.ts';
import { type LocalGateway, startLocalGateway } from '#tests/local-gateway.ts';
import { createPostgresDatabase } from '#tests/postgres-database.ts';
import { clientId, startUserPool } from '#tests/unit/store/support/user-pool.ts';
import { storeFolder } from '../../build/outputs.ts';
import { makeCertificate } from '../deployed/certificate.ts';
import { type RunningNginx, startNginx } from '../deployed/nginx.ts';
import { startPostgres } from '../deployed/postgres.ts';
import { providePrograms } from '../deployed/programs.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { makeSuccessor } from './successor.ts';

/** What docs/deploy.md describes, with the local gateway and a user pool that does as little as can be. */
export interface World {
  readonly nginx: RunningNginx;
  readonly fleet: Fleet;
  readonly gateway: LocalGateway;
  readonly database: PooledDatabase;
  readonly databaseUrl: string;
  /** Of customers who have records. */
  readonly accessTokens: readonly string[];
  /** Folders of the built store, and of its next release. */
  readonly folder: string;
  readonly successor: string;
  close(): Promise<void>;
}

/** How long the gateway thinks about a sale after it has charged it, in milliseconds: long enough to die meanwhile. */
const thinkMs = 150;

/** No more are made at a time than a busy machine makes within the store's time-outs. */
const customersAtOnce = 20;

/** What nginx includes, with nothing in it: nobody looks at the site here. */
const writeHeaders = async (folder: string): Promise<void> => {
  await mkdir(folder);
  for (const name of ['page', 'asset', 'config', 'file', 'proxy'])
    await writeFile(join(folder, `${name}.conf`), '');
};

export const startWorld = async (processes: number, customers: number): Promise<World> => {
  const disposables = createDisposableStack();
  const defer = <Part>(part: Part, dispose: (part: Part) => Promise<void>): Part => {
    disposables.defer(() => dispose(part));
    return part;
  };
  try {
    const programs = providePrograms();
    const place = await mkdtemp(join(tmpdir(), 'coffer-rolling-'));
    disposables.defer(() => rm(place, { recursive: true, force: true }));
    const startServer = async (): Promise<string> => {
      const own = await mkdtemp(join(tmpdir(), 'coffer-postgres-'));
      disposables.defer(() => rm(own, { recursive: true, force: true }));
      return defer(await startPostgres(programs.postgres ?? '', own), (server) => server.stop()).url;
    };
    const server = process.env['DATABASE_URL'] ?? (await startServer());
    const { url: databaseUrl } = defer(await createPostgresDatabase(server), ({ drop }) => drop());
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

    const [folder, successor, headers] = ['store', 'successor', 'headers'].map((name) =>
      join(place, name),
    ) as [string, string, string];
    await cp(storeFolder, folder, { recursive: true });
    await makeSuccessor(folder, successor);
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
        // All customers come from one address.
        DECLINES_PER_ADDRESS_PER_DAY: '0',
        ATTEMPTS_PER_MINUTE: '100000',
        ATTEMPTS_IN_FLIGHT: '0',
      }),
      (started) => started.stop(),
    );
    await writeHeaders(headers);
    const nginx = defer(
      await startNginx({
        program: programs.nginx,
        folder: join(place, 'nginx'),
        certificate: makeCertificate(place),
        storePorts: fleet.ports,
        publish: async () => ({ site: place, headers, config: join(place, 'config.json') }),
      }),
      (started) => started.stop(),
    );

    const newCustomer = async (): Promise<string> => {
      const id = crypto.randomUUID();
      pool.attributes.set(id, { email: `${id}@example.com` });
      const accessToken = await pool.accessToken(id, { exp: Math.floor(Date.now() / 1_000) + 86_400 });
      const profile = `http://127.0.0.1:${fleet.ports[0]}/api/auth/profile`;
      const { ok } = await fetch(profile, { headers: { Authorization: `Bearer ${accessToken}` } });
      if (!ok) throw new Error('A customer could not be made.');
      return accessToken;
    };
    const accessTokens: string[] = [];
    while (accessTokens.length < customers)
      accessTokens.push(...(await Promise.all(Array.from({ length: customersAtOnce }, newCustomer))));
    return {
      nginx,
      fleet,
      gateway,
      database: defer(
        connectToPostgres(databaseUrl, () => undefined),
        (connected) => connected.close(),
      ),
      databaseUrl,
      accessTokens,
      folder,
      successor,
      close: () => disposables.disposeAsync(),
    };
  } catch (error) {
    await disposables.disposeAsync();
    throw error;
  }
};
