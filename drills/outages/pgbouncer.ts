import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { makeFolder } from '../shared/folders.ts';
import { freePort } from '../shared/nginx.ts';
import { unprivilegedUser } from '../shared/postgres.ts';
import { startProgram } from '../shared/program.ts';
import { provideFiles } from '../shared/programs.ts';

const program = '/usr/sbin/pgbouncer';

/** Starts Debian's PgBouncer with its defaults. @param server the folder of PostgreSQL's Unix socket */
export const startPgBouncer = async (disposables: DisposableStack, server: string) => {
  provideFiles(['pgbouncer'], program);
  const folder = await makeFolder(disposables, 'pgbouncer');
  await chown(folder, unprivilegedUser.uid, unprivilegedUser.gid);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const configure = (host: string, ...settings: string[]) =>
    writeFile(
      file,
      [
        `[databases]\n* = host=${host} user=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1`,
        `listen_port = ${port}\nunix_socket_dir = ${folder}\nauth_type = any`,
        ...settings,
      ].join('\n'),
    );
  const start = async () => {
    const started = startProgram(program, [file], { ...unprivilegedUser, cwd: folder });
    await started.says(/process up/);
    return started;
  };
  await configure(server);
  let running = await start();
  disposables.defer(() => running.end('SIGINT'));
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    /** Changes the configuration, and reloads it. Connections stay open. */
    async reload(...settings: string[]): Promise<void> {
      await configure(server, ...settings);
      running.child.kill('SIGHUP');
      await running.says(/got SIGHUP/);
    },
    /** Restarts with the defaults, for another server. */
    async restart(host = server): Promise<void> {
      await running.end('SIGTERM');
      await configure(host);
      running = await start();
    },
  };
};
