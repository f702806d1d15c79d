import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The programs of a deploy on Debian, by their paths. */
export interface Programs {
  readonly nginx: string;
  readonly systemdAnalyze: string;
  /** The folder of PostgreSQL's programs; undefined where DATABASE_URL names a server. */
  readonly postgres: string | undefined;
}

const packages = ['nginx', 'libnginx-mod-http-brotli-static', 'postgresql', 'systemd'];

/** It is a package of its own: nginx may be there without it. */
const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
const postgresVersions = '/usr/lib/postgresql';

const find = (): Partial<Programs> => {
  const versions = existsSync(postgresVersions) ? readdirSync(postgresVersions) : [];
  const [postgres] = versions
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(postgresVersions, version, 'bin'))
    .filter((folder) => existsSync(join(folder, 'initdb')));
  const nginx = '/usr/sbin/nginx';
  const systemdAnalyze = '/usr/bin/systemd-analyze';
  return {
    ...(existsSync(nginx) && existsSync(brotliModule) && { nginx }),
    ...(existsSync(systemdAnalyze) && { systemdAnalyze }),
    postgres,
  };
};

const isWhole = (found: Partial<Programs>): found is Programs =>
  found.nginx !== undefined &&
  found.systemdAnalyze !== undefined &&
  (found.postgres !== undefined || process.env['DATABASE_URL'] !== undefined);

/**
 * Finds Debian's nginx and PostgreSQL; root on Debian gets the packages where they are missing.
 *
 * @throws Error in one line that says how to get them
 */
export const providePrograms = (): Programs => {
  const found = find();
  if (isWhole(found)) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const aptGet = (...args: string[]) =>
      spawnSync('/usr/bin/apt-get', ['--yes', '-qq', ...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0;
    if (aptGet('update') && aptGet('install', '--no-install-recommends', ...packages)) {
      const installed = find();
      if (isWhole(installed)) return installed;
    }
  }
  throw new Error(
    `nginx with its brotli module, PostgreSQL and systemd-analyze are needed: on Debian, apt-get install ${packages.join(' ')}`,
  );
};
