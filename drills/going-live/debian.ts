import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface Debian {
  readonly root: string;
  /** Runs a shell script as root. @returns its output. @throws Error with the output if it fails */
  run(script: string, options?: { readonly online?: boolean }): Promise<string>;
}

export const suites = ['bookworm', 'trixie'] as const;
export type Suite = (typeof suites)[number];

/** The file descriptor of the machine's own network namespace. Only downloads use it. */
export const onlineDescriptor = 3;

const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'coffer');

/** Keeps debootstrap's result between runs. */
const unpackBase = async (suite: Suite, root: string): Promise<void> => {
  const base = join(cache, `debian-${suite}.tar`);
  if (existsSync(base)) {
    await mkdir(root);
    await exec(['tar', '-C', root, '-xf', base]);
    return;
  }
  await exec(['debootstrap', '--variant=minbase', '--include=ca-certificates', suite, root], {
    online: true,
  });
  await mkdir(cache, { recursive: true });
  await exec(['tar', '-C', root, '--exclude=./var/cache/apt/archives/*.deb', '-cf', `${base}.part`, '.']);
  await rename(`${base}.part`, base);
};

/** As after root's login. Node.js trusts this machine's authorities and the shop's. */
export const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
  NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
};

const exec = async (
  [program = '', ...args]: readonly string[],
  { online = false, env }: { readonly online?: boolean; readonly env?: Record<string, string> } = {},
): Promise<string> => {
  const enter = online ? ['nsenter', `--net=/proc/self/fd/${onlineDescriptor}`, program] : [program];
  const [first = '', ...rest] = [...enter, ...args];
  const child = spawn(first, rest, {
    env: env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe', onlineDescriptor],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`Exit code ${code}\n${output.split('\n').slice(-60).join('\n')}`);
  return output;
};

/**
 * The mounts belong to this process's mount namespace and end with it.
 *
 * @param scratch a folder that the caller removes at the end
 * @param trusted a PEM file of an authority to trust
 * @param hosts names for 127.0.0.1 and ::1
 */
export const makeDebian = async (
  suite: Suite,
  scratch: string,
  { trusted, hosts }: { readonly trusted: string; readonly hosts: readonly string[] },
): Promise<Debian> => {
  const root = join(scratch, 'debian');
  await unpackBase(suite, root);
  await copyFile('/etc/resolv.conf', join(root, 'etc', 'resolv.conf'));
  await writeFile(join(root, 'etc', 'hosts'), hostsFile(hosts));
  const authorities = join(root, 'etc', 'ssl', 'certs', 'ca-certificates.crt');
  await copyFile('/etc/ssl/certs/ca-certificates.crt', authorities);
  await appendFile(authorities, await readFile(trusted));
  // Packages must not start services, which would use the machine's own network.
  await writeFile(join(root, 'usr', 'sbin', 'policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  await writeFile(join(root, 'etc', 'dpkg', 'dpkg.cfg.d', 'unsafe-io'), 'force-unsafe-io\n');
  for (const mount of [
    ['-t', 'proc', 'proc', join(root, 'proc')],
    ['--rbind', '/dev', join(root, 'dev')],
    ['-t', 'tmpfs', 'tmpfs', join(root, 'dev', 'shm')],
    ['-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', join(root, 'run')],
  ])
    await exec(['mount', ...mount]);
  await mkdir(join(root, 'run', 'lock'));
  return {
    root,
    run: (script, { online = false } = {}) =>
      exec(['/usr/sbin/chroot', root, '/bin/sh', '-euc', script], { online, env: environment }),
  };
};

/** Resolves these names to this machine while the mount namespace lives. */
export const nameThisMachine = async (scratch: string, hosts: readonly string[]): Promise<void> => {
  const file = join(scratch, 'hosts');
  await writeFile(file, hostsFile(hosts));
  await exec(['mount', '--bind', file, '/etc/hosts']);
};

const hostsFile = (hosts: readonly string[]): string =>
  `${['127.0.0.1', '::1'].map((address) => [address, 'localhost', ...hosts].join(' ')).join('\n')}\n`;
