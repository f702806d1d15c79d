import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { unprivilegedUser } from '../shared/postgres.ts';
import { bareDebian } from './bare-debian.ts';
import type { Environment, Step } from './environment.ts';

const part = (name: string, ...args: string[]): Step => ({
  name: [name, ...args].join(' '),
  command: ['npm', 'run', `test:${name}`, '--', ...args],
});

export const install: Step = { name: 'npm ci', command: ['npm', 'ci', '--no-audit', '--no-fund'] };
const start: Step = { name: 'npm start', command: ['npx', 'tsx', 'drills/environments/try-start.ts'] };
/** The model tests that need no browser. */
const models: Step = { name: 'models', command: ['npx', 'vitest', 'run', '--project', 'models'] };
/** The parts of `npm test` that need no browser, and the process and property suites. */
const withoutBrowser = ['types', 'lint', 'dead-code', 'unit', 'processes', 'properties'].map((name) =>
  part(name),
);
const asInstalled = [install, start, part('unit'), part('browser', 'billing-form')];

const { uid, gid } = unprivilegedUser;
const asUnprivilegedUser = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];

/** Returns an environment with another Node.js version, which npm's `node` package contains. */
const withNode = (version: string): Environment => ({
  name: `Node ${version}`,
  make(_folder, scratch) {
    const args = ['install', '--prefix', scratch, '--no-audit', '--no-fund', `node@${version}`];
    execFileSync('npm', args, { stdio: 'inherit' });
    const programs = join(scratch, 'node_modules', 'node', 'bin');
    return { variables: { PATH: [programs, process.env['PATH']].join(delimiter) } };
  },
  steps: [
    { name: `it is Node ${version}`, command: ['node', '--version'], says: new RegExp(`^v${version}`) },
    install,
    start,
    ...withoutBrowser,
    models,
  ],
});

export const environments: readonly Environment[] = [
  withNode('20.19.0'),
  withNode('22'),
  withNode('24'),
  { name: 'a folder with a space and an umlaut', folderName: 'Süd See', steps: asInstalled },
  {
    name: 'a home that cannot be written to',
    onlyFor: 'root on Linux',
    async make(folder, scratch) {
      const [home, cache] = [join(scratch, 'home'), join(scratch, 'npm')];
      await mkdir(home, { mode: 0o555 });
      await mkdir(cache);
      execFileSync('chown', ['-R', String(uid), folder, cache]);
      // npm needs a writable cache.
      return { within: asUnprivilegedUser, variables: { HOME: home, npm_config_cache: cache } };
    },
    steps: asInstalled,
  },
  {
    name: 'no IPv6',
    onlyFor: 'root on Linux',
    make: () => ({
      within: [
        ...['unshare', '--net', 'sh', '-c'],
        [
          'echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6',
          'ip link set lo up',
          // With only the loopback interface, Chromium would say that it is offline.
          'ip link add cable type veth peer name socket',
          'ip addr add 10.9.8.7/24 dev cable',
          'ip link set cable up',
          'ip link set socket up',
          'exec "$@"',
        ].join('; '),
        'sh',
      ],
    }),
    // npm's registry can't be reached without a network, so use the installed packages.
    steps: [start, part('browser', 'billing-form')],
  },
  {
    name: 'the time of Kolkata, the language of Germany',
    make: () => ({
      variables: { TZ: 'Asia/Kolkata', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8', LANGUAGE: 'de' },
    }),
    steps: [
      install,
      part('unit'),
      models,
      part('browser', 'billing-form', 'dashboard-ledger', 'balance'),
      part('faults', 'data-address'),
    ],
  },
  {
    name: 'the Containerfile, without an engine',
    steps: [
      { name: 'each of its steps', command: ['npx', 'tsx', 'drills/environments/try-containerfile.ts'] },
    ],
  },
  bareDebian('a bare Debian, as root', []),
  bareDebian('a bare Debian, not as root', asUnprivilegedUser),
];
