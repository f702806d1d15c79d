import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { replaceAll } from '../shared/folders.ts';
import { unprivilegedUser } from '../shared/postgres.ts';
import { type RunningProgram, startProgram } from '../shared/program.ts';

/** A machine of the cluster, which runs etcd and Patroni. Patroni starts PostgreSQL. */
export type Machine = Awaited<ReturnType<typeof prepareMachine>>;

export interface MachineParts {
  /** The machine's name in deploy/patroni: db1, db2 or db3, at 10.0.0.11 to 10.0.0.13. */
  readonly name: string;
  /** The prefix that replaces `10.0.0.`, such as `127.31.7.`. */
  readonly network: string;
  readonly folder: string;
  /** The folder with `server.pem`, `server.key` and `ca.pem`. */
  readonly certificates: string;
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string;
  readonly secrets: Readonly<Record<string, string>>;
}

export const prepareMachine = async (parts: MachineParts) => {
  const { name, network, folder, certificates, postgres, secrets } = parts;
  const own = name.replace('db', '10.0.0.1');
  const configuration = join(folder, 'patroni.yml');
  const etcdFolder = join(folder, 'etcd');
  await mkdir(etcdFolder, { recursive: true, mode: 0o700 });
  const patroniFile = replaceAll(await readFile('deploy/patroni/patroni.yml', 'utf8'), {
    'name: db1': `name: ${name}`,
    'listen: 10.0.0.11': `listen: ${own}`,
    'connect_address: 10.0.0.11': `connect_address: ${own}`,
    '10.0.0.0/24': '127.0.0.0/8',
    '10.0.0.': network,
    '/var/lib/postgresql/15/coffer': `${folder}/data`,
    '/var/lib/postgresql/coffer.pgpass': `${folder}/pgpass`,
    '/var/run/postgresql': folder,
    '/usr/lib/postgresql/15/bin': postgres,
    '/etc/patroni/': `${certificates}/`,
  });
  await writeFile(configuration, patroniFile);
  for (const path of [folder, etcdFolder, configuration])
    await chown(path, unprivilegedUser.uid, unprivilegedUser.gid);
  const etcdFile = replaceAll(await readFile('deploy/patroni/etcd.env', 'utf8'), {
    'ETCD_NAME=db1': `ETCD_NAME=${name}`,
    'URLS=http://10.0.0.11': `URLS=http://${own}`,
    '10.0.0.': network,
    '/var/lib/etcd/coffer': etcdFolder,
  });
  const { PATH } = process.env;
  const environment = { PATH, HOME: folder, LANG: 'C.UTF-8', PYTHONUNBUFFERED: '1' };
  const start = (program: string, args: readonly string[], variables: NodeJS.ProcessEnv): RunningProgram =>
    startProgram(program, args, { ...unprivilegedUser, cwd: folder, env: { ...environment, ...variables } });

  let etcd: RunningProgram | undefined;
  let patroni: RunningProgram | undefined;
  return {
    name,
    address: own.replace('10.0.0.', network),
    startEtcd(): void {
      etcd = start('/usr/bin/etcd', [], parseEnv(etcdFile));
    },
    startPatroni(): void {
      patroni = start('/usr/bin/patroni', [configuration], secrets);
    },
    /** Kills all of the machine's processes at the same time, like a power failure. */
    async kill(): Promise<void> {
      const running = [patroni, etcd];
      for (const pid of postgresIn(join(folder, 'data'))) process.kill(pid, 'SIGKILL');
      await Promise.all(running.map((program) => program?.end('SIGKILL')));
    },
    async stop(): Promise<void> {
      // Stopping Patroni also stops PostgreSQL.
      await patroni?.end();
      await etcd?.end();
    },
    output: () => `${etcd?.output() ?? ''}\n${patroni?.output() ?? ''}`,
  };
};

/** Returns a data directory's PostgreSQL processes. First stops the postmaster, so that it starts no others. */
const postgresIn = (data: string): readonly number[] => {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return [];
  const postmaster = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
  const command = `/proc/${postmaster}/cmdline`;
  // Check the command line: if the PID file is stale, another program can have the PID now.
  if (!existsSync(command) || !readFileSync(command, 'utf8').includes(data)) return [];
  process.kill(postmaster, 'SIGSTOP');
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.split(' ').filter(Boolean).map(Number)];
};
