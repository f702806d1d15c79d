import { randomInt } from 'node:crypto';
import { chmod, chown, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { writeCertificate } from '../shared/certificate.ts';
import { makeFolder, replaceAll } from '../shared/folders.ts';
import { unprivilegedUser } from '../shared/postgres.ts';
import { startProgram } from '../shared/program.ts';
import { provideFiles, providePostgres } from '../shared/programs.ts';
import { type Machine, prepareMachine } from './machine.ts';

const membersSchema = v.object({
  members: v.array(
    v.object({ name: v.string(), role: v.string(), state: v.string(), timeline: v.optional(v.number()) }),
  ),
});

/** Maximum time for a busy machine to rebuild a member, in ms. */
const wholeLimitMs = 300_000;
const pollMs = 250;

/** Starts a cluster. @param disposables undo all completed steps, even if a later step fails */
export const startCluster = async (disposables: DisposableStack) => {
  if (process.getuid?.() !== 0)
    throw new Error('Run this as root: HAProxy and PostgreSQL run as other users.');
  provideFiles(
    ['patroni', 'etcd-server', 'haproxy', 'postgresql'],
    ...['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy'],
  );
  const folder = await makeFolder(disposables, 'failover');
  await chmod(folder, 0o755);
  const certificates = await makeCertificates(join(folder, 'certificates'));
  // All addresses in 127.0.0.0/8 are local, so each run can have its own network.
  const network = `127.${randomInt(2, 252)}.${randomInt(2, 252)}.`;
  const secrets = {
    PATRONI_SUPERUSER_PASSWORD: crypto.randomUUID(),
    PATRONI_REPLICATION_PASSWORD: crypto.randomUUID(),
    PATRONI_RESTAPI_PASSWORD: crypto.randomUUID(),
  };
  const parts = { network, certificates, postgres: providePostgres(), secrets };
  const machines: Machine[] = [];
  for (const name of ['db1', 'db2', 'db3']) {
    const machine = await prepareMachine({ ...parts, name, folder: join(folder, name) });
    machines.push(machine);
    disposables.defer(() => machine.stop());
    machine.startEtcd();
  }

  const socket = join(folder, 'haproxy.sock');
  const listener = `${network}1:5000`;
  const haproxy = await startHaproxy(join(folder, 'haproxy.cfg'), {
    'bind 127.0.0.1:5000': `bind ${listener}`,
    '10.0.0.': network,
    '/run/haproxy/admin.sock': socket,
  });
  disposables.defer(() => haproxy.end());

  const members = () => readMembers(machines);
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
        const outputs = [...machines, haproxy].map((program) => program.output().slice(-3_000));
        throw new Error(
          `The cluster is not whole.\n${JSON.stringify(await members())}\n${outputs.join('\n')}`,
        );
      }
      await delay(pollMs);
    }
  };
  // Start in an operator's order: etcd, then the machine that creates the cluster, then the others.
  for (const { address } of machines)
    await until(async () => (await ask(`http://${address}:2379/health`))?.ok === true);
  for (const [index, machine] of machines.entries()) {
    machine.startPatroni();
    if (index === 0) await until(() => isWhole(1));
  }
  /** Resolves when one machine is the primary and the others follow it, one of them synchronously. */
  const whole = () => until(() => isWhole(machines.length));
  await whole();
  return {
    url: `postgresql://postgres:${secrets.PATRONI_SUPERUSER_PASSWORD}@${listener}/postgres?sslmode=verify-ca&sslrootcert=${join(certificates, 'ca.pem')}`,
    folder,
    whole,
    async primary(): Promise<Machine> {
      const leader = (await members()).find(({ role }) => role === 'leader');
      const machine = machines.find(({ name }) => name === leader?.name);
      if (machine === undefined) throw new Error('No machine is the primary.');
      return machine;
    },
    async cutConnections(): Promise<void> {
      for (const { name } of machines)
        await tellHaproxy(socket, `shutdown sessions server coffer_primary/${name}`);
    },
  };
};

const startHaproxy = async (file: string, replacements: Readonly<Record<string, string>>) => {
  await writeFile(file, replaceAll(await readFile('deploy/patroni/haproxy.cfg', 'utf8'), replacements));
  return startProgram('/usr/sbin/haproxy', ['-db', '-f', file]);
};

const ask = (address: string): Promise<Response | undefined> =>
  fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);

const readMembers = async (machines: readonly Machine[]) => {
  for (const { address } of machines) {
    const reply = await ask(`http://${address}:8008/cluster`);
    const read = v.safeParse(membersSchema, await reply?.json().catch(() => undefined));
    if (read.success) return read.output.members;
  }
  return [];
};

const makeCertificates = async (folder: string): Promise<string> => {
  await mkdir(folder);
  const { certificate, key } = await writeCertificate(folder);
  await cp(certificate, join(folder, 'server.pem'));
  await cp(certificate, join(folder, 'ca.pem'));
  await cp(key, join(folder, 'server.key'));
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
