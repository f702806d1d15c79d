import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const aptGet = (...args: string[]): boolean =>
  spawnSync('/usr/bin/apt-get', ['--yes', '-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // `RUNLEVEL` keeps installed services from starting, because a drill starts its own.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }).status === 0;

/** Finds programs. Installs missing packages as root on Debian. @throws {Error} with the command to install them */
const provide = <Found>(packages: readonly string[], find: () => Found | undefined): Found => {
  const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const install = () => aptGet('update') && aptGet('install', '--no-install-recommends', ...packages);
  const found = find() ?? (canInstall() && install() ? find() : undefined);
  if (found === undefined)
    throw new Error(`Programs are missing. On Debian: apt-get install ${packages.join(' ')}`);
  return found;
};

export const provideFiles = (packages: readonly string[], ...paths: readonly string[]): void => {
  provide(packages, () => paths.every((path) => existsSync(path)) || undefined);
};

const postgresVersions = '/usr/lib/postgresql';

/** Returns the folder with the programs of the newest PostgreSQL version, which it installs if needed. */
export const providePostgres = (): string =>
  provide(['postgresql'], () => {
    const versions = existsSync(postgresVersions) ? readdirSync(postgresVersions) : [];
    return versions
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => join(postgresVersions, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'pg_rewind')));
  });
