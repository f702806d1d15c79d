import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unprivilegedUser } from '../shared/postgres.ts';
import { type RunningProgram, startProgram } from '../shared/program.ts';
import type { ClusterPrograms } from '../shared/programs.ts';
import {
  etcdEnvironment,
  type MachineName,
  machineNames,
  type Network,
  type Places,
  patroniConfiguration,
} from './configuration.ts';

/** A machine of the cluster: etcd, Patroni, and the PostgreSQL that Patroni starts. */
export interface Machine {
  readonly name: MachineName;
  readonly address: string;
  startEtcd(): void;
  startPatroni(): void;
  /** Kills everything on it at once, like a power failure. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  output(): string;
}

export interface MachineParts {
  readonly programs: ClusterPrograms;
  readonly network: Network;
  readonly places: Places;
  readonly folder: string;
  readonly secrets: Readonly<Record<string, string>>;
}

export const prepareMachine = async (name: MachineName, parts: MachineParts): Promise<Machine> => {
  const { programs, network, places, folder, secrets } = parts;
  await mkdir(folder, { recursive: true });
  const configuration = join(folder, 'patroni.yml');
  await writeFile(configuration, await patroniConfiguration(name, network, { ...places, folder }));
  for (const place of [folder, configuration]) await chown(place, unprivilegedUser.uid, unprivilegedUser.gid);
  const { PATH = '' } = process.env;
  const environment = { PATH, HOME: folder, LANG: 'C.UTF-8', PYTHONUNBUFFERED: '1' };
  const etcdVariables = await etcdEnvironment(name, network, folder);
  const options = { ...unprivilegedUser, cwd: folder };

  let etcd: RunningProgram | undefined;
  let patroni: RunningProgram | undefined;
  return {
    name,
    address: `${network.prefix}${machineNames[name]}`,
    startEtcd() {
      const data = join(folder, 'etcd');
      mkdirSync(data, { recursive: true, mode: 0o700 });
      chownSync(data, unprivilegedUser.uid, unprivilegedUser.gid);
      etcd = startProgram(programs.etcd, [], { ...options, env: { ...environment, ...etcdVariables } });
    },
    startPatroni() {
      patroni = startProgram(programs.patroni, [configuration], {
        ...options,
        env: { ...environment, ...secrets },
      });
    },
    async kill() {
      const running = [patroni, etcd];
      for (const pid of postgresIn(join(folder, 'data'))) process.kill(pid, 'SIGKILL');
      await Promise.all(running.map((program) => program?.end('SIGKILL')));
    },
    async stop() {
      // Patroni stops PostgreSQL.
      await patroni?.end('SIGTERM');
      await etcd?.end('SIGTERM');
    },
    output: () => `${etcd?.output() ?? ''}\n${patroni?.output() ?? ''}`,
  };
};

/** PostgreSQL's processes for this data directory. Stops the postmaster first, so that it starts no more. */
const postgresIn = (data: string): readonly number[] => {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return [];
  const postmaster = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
  const command = `/proc/${postmaster}/cmdline`;
  // The file may be stale, and its PID reused by another program.
  if (!existsSync(command) || !readFileSync(command, 'utf8').includes(data)) return [];
  process.kill(postmaster, 'SIGSTOP');
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.split(' ').filter(Boolean).map(Number)];
};
