import { cpSync } from 'node:fs';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { writeCertificate } from '../shared/certificate.ts';
import { makeFolder } from '../shared/folders.ts';
import { unprivilegedUser } from '../shared/postgres.ts';
import { startProgram } from '../shared/program.ts';
import { provideClusterPrograms } from '../shared/programs.ts';
import { haproxyConfiguration, type MachineName, machineNames, newNetwork } from './configuration.ts';
import { type Machine, prepareMachine } from './machine.ts';

export interface Cluster {
  readonly url: string;
  readonly folder: string;
  /** Resolves when one machine leads and the others follow it, one of them synchronously. */
  whole(): Promise<void>;
  primary(): Promise<Machine>;
  cutConnections(): Promise<void>;
}

const membersSchema = v.object({
  members: v.array(
    v.object({
      name: v.string(),
      role: v.string(),
      state: v.string(),
      timeline: v.optional(v.number()),
      lag: v.optional(v.union([v.number(), v.string()])),
    }),
  ),
});

/** A busy machine may take this long to rebuild a member. */
const wholeLimitMs = 300_000;
const pollMs = 250;

/** @param disposables undo every completed step, even if a later one fails */
export const startCluster = async (disposables: DisposableStack): Promise<Cluster> => {
  const programs = provideClusterPrograms();
  const folder = await makeFolder(disposables, 'failover');
  await chmod(folder, 0o755);
  const certificates = await makeCertificates(join(folder, 'certificates'));
  const network = newNetwork();
  const password = crypto.randomUUID();
  const secrets = {
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_PASSWORD: crypto.randomUUID(),
    PATRONI_RESTAPI_PASSWORD: crypto.randomUUID(),
  };
  const machines: Machine[] = [];
  for (const name of Object.keys(machineNames).filter(isMachineName)) {
    const machine = await prepareMachine(name, {
      programs,
      network,
      places: { certificates, programs: programs.postgres },
      folder: join(folder, name),
      secrets,
    });
    machines.push(machine);
    disposables.defer(() => machine.stop());
    machine.startEtcd();
  }

  const socket = join(folder, 'haproxy.sock');
  const { listener, text } = await haproxyConfiguration(network, socket);
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, text);
  const haproxy = startProgram(programs.haproxy, ['-db', '-f', file]);
  disposables.defer(() => haproxy.end('SIGTERM'));

  const members = async () => {
    for (const { address } of machines) {
      const signal = AbortSignal.timeout(2_000);
      const reply = await fetch(`http://${address}:8008/cluster`, { signal }).catch(() => undefined);
      const read = v.safeParse(membersSchema, await reply?.json().catch(() => undefined));
      if (read.success) return read.output.members;
    }
    return [];
  };
  const isWhole = async (size: number): Promise<boolean> => {
    const found = await members();
    const roles = (role: string) => found.filter((member) => member.role === role).length;
    return (
      found.length === size &&
      roles('leader') === 1 &&
      (size === 1 || roles('sync_standby') >= 1) &&
      found.every(({ state }) => state === 'running' || state === 'streaming') &&
      new Set(found.map(({ timeline }) => timeline)).size === 1
    );
  };
  const until = async (isReached: () => Promise<boolean>): Promise<void> => {
    const end = performance.now() + wholeLimitMs;
    while (!(await isReached())) {
      if (performance.now() > end) {
        const said = machines.map((machine) => machine.output().slice(-3_000));
        throw new Error(
          `The cluster is not whole: ${JSON.stringify(await members())}\n${said.join('\n')}\n${haproxy.output()}`,
        );
      }
      await delay(pollMs);
    }
  };
  const cluster: Cluster = {
    url: `postgresql://postgres:${password}@${listener.host}:${listener.port}/postgres?sslmode=verify-ca&sslrootcert=${join(certificates, 'ca.pem')}`,
    folder,
    whole: () => until(() => isWhole(machines.length)),
    async primary() {
      const leader = (await members()).find(({ role }) => role === 'leader');
      const machine = machines.find(({ name }) => name === leader?.name);
      if (machine === undefined) throw new Error('No machine is the primary.');
      return machine;
    },
    cutConnections: async () => {
      for (const { name } of machines)
        await tellHaproxy(socket, `shutdown sessions server coffer_primary/${name}`);
    },
  };
  // In an operator's order: etcd, the machine that creates the cluster, the others.
  for (const { address } of machines) await until(() => isHealthy(`http://${address}:2379/health`));
  machines[0]?.startPatroni();
  await until(() => isWhole(1));
  for (const machine of machines.slice(1)) machine.startPatroni();
  await cluster.whole();
  return cluster;
};

const isHealthy = async (address: string): Promise<boolean> => {
  const reply = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  await reply?.text().catch(() => undefined);
  return reply?.ok === true;
};

const isMachineName = (name: string): name is MachineName => name in machineNames;

const makeCertificates = async (folder: string): Promise<string> => {
  await mkdir(folder);
  const { certificate, key } = await writeCertificate(folder);
  cpSync(certificate, join(folder, 'server.pem'));
  cpSync(certificate, join(folder, 'ca.pem'));
  cpSync(key, join(folder, 'server.key'));
  await chmod(join(folder, 'server.key'), 0o600);
  await chown(join(folder, 'server.key'), unprivilegedUser.uid, unprivilegedUser.gid);
  return folder;
};

const tellHaproxy = (socket: string, command: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const connection = connect(socket, () => connection.write(`${command}\n`));
    connection.resume();
    connection.once('error', reject);
    connection.once('close', () => resolve());
  });
