import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { startProgram } from '../shared/program.ts';

export const suites = ['bookworm', 'trixie'] as const;
export type Suite = (typeof suites)[number];

/** The host's network namespace, which `main.ts` opened. Only downloads use it. */
const onlineNetwork = `--net=/proc/${process.pid}/fd/3`;
const execute = promisify(execFile);
const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'coffer');

/** Unpacks a minimal Debian, and caches debootstrap's result for later runs. */
const unpackBase = async (suite: Suite, root: string): Promise<void> => {
  const base = join(cache, `debian-${suite}-systemd.tar`);
  await mkdir(root);
  if (existsSync(base)) {
    await execute('tar', ['-C', root, '-xf', base]);
    return;
  }
  const packages = '--include=ca-certificates,systemd-sysv';
  await execute('nsenter', [onlineNetwork, 'debootstrap', '--variant=minbase', packages, suite, root]);
  await mkdir(cache, { recursive: true });
  await execute('tar', ['-C', root, '--exclude=./var/cache/apt/archives/*.deb', '-cf', `${base}.part`, '.']);
  await rename(`${base}.part`, base);
};

/** The environment of a root login, in which Node.js also trusts this machine's authorities and the shop's. */
const env = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
  NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
};
const authorities = '/etc/ssl/certs/ca-certificates.crt';
const bootLimitMs = 120_000;

/**
 * Boots Debian with systemd in a container that shares this process's network namespace.
 *
 * @param scratch a folder that the caller removes after use
 * @param trusted a PEM file with an authority to trust
 * @param host a name for 127.0.0.1 and ::1, in the container and in this mount namespace
 */
export const bootDebian = async (
  disposables: DisposableStack,
  suite: Suite,
  { scratch, trusted, host }: { readonly scratch: string; readonly trusted: string; readonly host: string },
) => {
  const root = join(scratch, 'debian');
  await unpackBase(suite, root);
  const hosts = join(root, 'etc', 'hosts');
  await writeFile(hosts, `127.0.0.1 localhost ${host}\n::1 localhost ${host}\n`);
  await copyFile(hosts, join(scratch, 'hosts'));
  await execute('mount', ['--bind', join(scratch, 'hosts'), '/etc/hosts']);
  await writeFile(join(root, authorities), [await readFile(authorities), await readFile(trusted)]);
  await writeFile(join(root, 'etc', 'dpkg', 'dpkg.cfg.d', 'unsafe-io'), 'force-unsafe-io\n');

  const options = ['--quiet', '--register=no', '--keep-unit', '--console=pipe', '--boot'];
  const container = startProgram('/usr/bin/systemd-nspawn', [...options, `--directory=${root}`]);
  disposables.defer(() => container.end());
  const { pid } = container.child;
  let systemd = '';

  /** Runs a shell script as root and returns its output. @throws {Error} with the output if the script fails */
  const run = async (script: string, { isOnline = false } = {}): Promise<string> => {
    const enter = ['--target', systemd, '--mount', '--uts', '--ipc', '--pid'];
    const command = ['/bin/sh', '-euc', `exec 2>&1\n${script}`];
    const { stdout } = await execute(
      'nsenter',
      [...enter, ...(isOnline ? [onlineNetwork] : []), ...command],
      {
        env,
        maxBuffer: 2 ** 27,
      },
    ).catch(({ message, stdout }) => {
      throw new Error(`${message}\n${stdout}`);
    });
    return stdout;
  };
  const boot = async (): Promise<string> => {
    systemd = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();
    return run('systemctl is-system-running').catch(String);
  };
  await expect.poll(boot, { timeout: bootLimitMs }).toBe('running\n');
  return { root, run };
};
