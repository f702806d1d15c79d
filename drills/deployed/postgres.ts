import { execFileSync } from 'node:child_process';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram } from './program.ts';

/** A PostgreSQL server that listens on a socket in its own folder, and on no port. */
export interface PostgresServer {
  /** Of a database there, for a user who may create others. */
  readonly url: string;
  stop(): Promise<void>;
}

/** PostgreSQL does not run as root: `nobody` does then, as every Linux numbers it. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/**
 * Makes and starts a server.
 *
 * @param programs the folder of its programs
 * @param folder one to which it has the only claim
 */
export const startPostgres = async (programs: string, folder: string): Promise<PostgresServer> => {
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true });
  if (nobody.uid !== undefined)
    for (const place of [folder, data]) await chown(place, nobody.uid, nobody.gid);
  execFileSync(
    join(programs, 'initdb'),
    ['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'],
    { ...nobody, cwd: folder, stdio: 'ignore' },
  );
  const server = startProgram(
    join(programs, 'postgres'),
    ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'],
    { ...nobody, cwd: folder },
  );
  await server.says(/database system is ready to accept connections/);
  return {
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    // It waits for connections that are closing.
    stop: () => server.end('SIGTERM'),
  };
};
