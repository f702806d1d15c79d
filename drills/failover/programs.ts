import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The programs of a cluster on Debian, by their paths. */
export interface ClusterPrograms {
  readonly patroni: string;
  readonly etcd: string;
  readonly haproxy: string;
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string;
}

const packages = ['patroni', 'etcd-server', 'haproxy', 'postgresql'];
const paths = { patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd', haproxy: '/usr/sbin/haproxy' };
const postgresVersions = '/usr/lib/postgresql';

const find = (): ClusterPrograms | undefined => {
  const versions = existsSync(postgresVersions) ? readdirSync(postgresVersions) : [];
  const [postgres] = versions
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(postgresVersions, version, 'bin'))
    .filter((folder) => existsSync(join(folder, 'pg_rewind')));
  const areThere = Object.values(paths).every((path) => existsSync(path));
  return postgres !== undefined && areThere ? { ...paths, postgres } : undefined;
};

const aptGet = (...args: string[]): boolean =>
  spawnSync('/usr/bin/apt-get', ['--yes', '-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Their services are not to start: the cluster is the test's own.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }).status === 0;

/**
 * Finds Debian's Patroni, etcd, HAProxy and PostgreSQL; root on Debian gets the packages where they are missing.
 *
 * @throws Error in one line that says how to get them, or that it takes root
 */
export const provideClusterPrograms = (): ClusterPrograms => {
  if (process.getuid?.() !== 0)
    throw new Error('This takes root, for the users that HAProxy and PostgreSQL run as.');
  const found = find();
  if (found !== undefined) return found;
  if (
    existsSync('/usr/bin/apt-get') &&
    aptGet('update') &&
    aptGet('install', '--no-install-recommends', ...packages)
  ) {
    const installed = find();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    `Patroni, etcd, HAProxy and PostgreSQL are needed: on Debian, apt-get install ${packages.join(' ')}`,
  );
};
