import { execFileSync } from 'node:child_process';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { makeFolder } from './folders.ts';
import { startProgram } from './program.ts';
import { providePostgres } from './programs.ts';

/**
 * Starts Debian's PostgreSQL in a folder. The server listens only on a Unix socket.
 *
 * @param disposables stop the server and remove the folder
 * @returns the URL of a database whose user can create databases
 */
export const startPostgres = async (disposables: DisposableStack): Promise<string> => {
  const programs = providePostgres();
  const folder = await makeFolder(disposables, 'postgres');
  const user = process.getuid?.() === 0 ? unprivilegedUser : {};
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true });
  if (user === unprivilegedUser)
    for (const place of [folder, data]) await chown(place, unprivilegedUser.uid, unprivilegedUser.gid);
  execFileSync(
    join(programs, 'initdb'),
    ['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'],
    { ...user, cwd: folder, stdio: 'ignore' },
  );
  const server = startProgram(
    join(programs, 'postgres'),
    ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'],
    { ...user, cwd: folder },
  );
  // On SIGTERM, PostgreSQL waits for connections to close.
  disposables.defer(() => server.end('SIGTERM'));
  await server.says(/database system is ready to accept connections/);
  return `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
};

export const provideServer = async (disposables: DisposableStack): Promise<string> =>
  process.env['DATABASE_URL'] ?? startPostgres(disposables);

/** The user `nobody` on any Linux, because PostgreSQL refuses to run as root. */
export const unprivilegedUser = { uid: 65_534, gid: 65_534 };
