/**
 * Follows docs/deploy.md on an empty Debian in a container: `npm run test:going-live`, or
 * `npm run test:going-live -- trixie` for Debian 13. Needs root on Debian. Mounts, processes and network have their
 * own namespaces, which the kernel removes at the end.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { createAuthority, createCertificate, writeCertificate } from '../shared/certificate.ts';
import { provideFiles } from '../shared/programs.ts';
import { suites } from './debian.ts';

chdir(fileURLToPath(new URL('../..', import.meta.url)));

/** The shop's domain; `.test` is reserved (RFC 6761). */
const domain = 'shop.example.test';
const [suite = suites[0], ...others] = process.argv.slice(2);
const isKnown = suites.some((known) => known === suite) && others.length === 0;
if (!isKnown) throw new Error(`There is no such Debian. There are: ${suites.join(', ')}.`);
if (process.getuid?.() !== 0) throw new Error('Run this as root: it boots a container.');
provideFiles(['debootstrap', 'systemd-container'], '/usr/sbin/debootstrap', '/usr/bin/systemd-nspawn');

/**
 * Adds a network besides loopback; with loopback alone, the browser would consider itself offline. RFC 5737 reserves
 * the address for documentation.
 */
const network = [
  'ip link set lo up',
  'ip link add shop0 type veth peer name shop1',
  'ip address add 192.0.2.1/24 dev shop0',
  'ip link set shop0 up',
  'ip link set shop1 up',
].join(' && ');

const scratch = await mkdtemp(join(tmpdir(), 'coffer-going-live-'));
const authority = await createAuthority();
const authorityFile = join(scratch, 'authority.pem');
await writeFile(authorityFile, authority.cert);
await writeCertificate(scratch, createCertificate(domain, authority));
const child = spawn(
  'unshare',
  // Run a shell as the first process of the namespace, because it must reap orphaned processes.
  // biome-ignore format: the namespaces, then the command that runs in them
  ['--mount', '--net', '--ipc', '--pid', '--fork', '--kill-child', '--mount-proc',
    'sh', '-c', `${network} && "$@"; exit $?`, 'sh',
    process.execPath, '--import', 'tsx', 'drills/going-live/go-live.ts', suite, scratch, domain],
  {
    // Node.js reads this variable at startup.
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authorityFile },
    // File descriptor 3 is the host's network namespace, for downloads.
    stdio: ['ignore', 'inherit', 'inherit', openSync('/proc/self/ns/net', 'r')],
  },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => child.kill('SIGKILL'));
const [code] = await once(child, 'exit');
// Retry, because killed processes take a moment to exit.
await rm(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
process.exitCode = code ?? 1;
