import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Programs {
  readonly nginx: string;
  readonly systemdAnalyze: string;
}

const aptGet = (...args: string[]): boolean =>
  spawnSync('/usr/bin/apt-get', ['--yes', '-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Installed services don't start: a drill starts its own.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }).status === 0;

/** As root on Debian, installs missing packages. @throws Error with the command that installs them */
const provide = <Found>(find: () => Found | undefined, packages: readonly string[]): Found => {
  const found = find();
  if (found !== undefined) return found;
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (canInstall && aptGet('update') && aptGet('install', '--no-install-recommends', ...packages)) {
    const installed = find();
    if (installed !== undefined) return installed;
  }
  throw new Error(`Programs are missing. On Debian: apt-get install ${packages.join(' ')}`);
};

const existing =
  <Paths extends Readonly<Record<string, string>>>(paths: Paths, ...others: readonly string[]) =>
  (): Paths | undefined =>
    [...Object.values(paths), ...others].every((path) => existsSync(path)) ? paths : undefined;

const postgresVersions = '/usr/lib/postgresql';

/** The folder of the newest PostgreSQL version's programs. */
export const providePostgres = (): string =>
  provide(() => {
    const versions = existsSync(postgresVersions) ? readdirSync(postgresVersions) : [];
    return versions
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => join(postgresVersions, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'pg_rewind')));
  }, ['postgresql']);

/** nginx may be installed without this module. */
const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

export const providePrograms = (): Programs =>
  provide(existing({ nginx: '/usr/sbin/nginx', systemdAnalyze: '/usr/bin/systemd-analyze' }, brotliModule), [
    'nginx',
    'libnginx-mod-http-brotli-static',
    'systemd',
  ]);

export interface ClusterPrograms {
  readonly patroni: string;
  readonly etcd: string;
  readonly haproxy: string;
  readonly postgres: string;
}

/** @throws Error also if the caller isn't root */
export const provideClusterPrograms = (): ClusterPrograms => {
  if (process.getuid?.() !== 0)
    throw new Error('Run this as root: HAProxy and PostgreSQL run as other users.');
  const paths = { patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd', haproxy: '/usr/sbin/haproxy' };
  const found = provide(existing(paths), ['patroni', 'etcd-server', 'haproxy', 'postgresql']);
  return { ...found, postgres: providePostgres() };
};
