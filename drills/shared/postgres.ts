import { execFileSync } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { makeFolder } from './folders.ts';
import { type RunningProgram, startProgram } from './program.ts';
import { providePostgres } from './programs.ts';

export const initdb = [
  'initdb',
  '--username=postgres',
  '--auth=trust',
  '--encoding=UTF8',
  '--no-locale',
  '--no-sync',
];

/**
 * Creates a cluster of Debian's PostgreSQL in an existing folder. The server listens only on a Unix socket there.
 * @param program creates the data directory, with its arguments
 */
export const createCluster = async (folder: string, [program = '', ...args] = initdb) => {
  const programs = providePostgres();
  const data = join(folder, 'data');
  const user = process.getuid?.() === 0 ? unprivilegedUser : {};
  if (user === unprivilegedUser) await chown(folder, unprivilegedUser.uid, unprivilegedUser.gid);
  execFileSync(join(programs, program), ['--pgdata', data, ...args], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  });
  return {
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    /** Starts the server, and resolves when it accepts connections. */
    async start(): Promise<RunningProgram> {
      const settings = ['-c', 'listen_addresses=', '-c', 'fsync=off'];
      const server = startProgram(join(programs, 'postgres'), ['-D', data, '-k', folder, ...settings], {
        ...user,
        cwd: folder,
      });
      await server.says(/database system is ready to accept/);
      return server;
    },
  };
};

/**
 * Starts Debian's PostgreSQL in a folder.
 *
 * @param disposables stop the server and remove the folder
 * @returns the URL of a database whose user can create databases
 */
export const startPostgres = async (disposables: DisposableStack): Promise<string> => {
  const { url, start } = await createCluster(await makeFolder(disposables, 'postgres'));
  const server = await start();
  // On SIGTERM, PostgreSQL waits for connections to close.
  disposables.defer(() => server.end('SIGTERM'));
  return url;
};

export const provideServer = async (disposables: DisposableStack): Promise<string> =>
  process.env['DATABASE_URL'] ?? startPostgres(disposables);

/** The user `nobody` on any Linux, because PostgreSQL refuses to run as root. */
export const unprivilegedUser = { uid: 65_534, gid: 65_534 };
