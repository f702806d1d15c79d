import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { unprivilegedUser } from '../shared/postgres.ts';
import { bareDebian } from './bare-debian.ts';
import {
  browser,
  type Environment,
  faults,
  install,
  models,
  start,
  unit,
  withoutBrowser,
} from './environment.ts';
import { run } from './run.ts';

const asUnprivilegedUser = [
  'setpriv',
  `--reuid=${unprivilegedUser.uid}`,
  `--regid=${unprivilegedUser.gid}`,
  '--clear-groups',
];

/** Every Node.js version is an npm package that contains the binary. */
const withNode = (version: string): Environment => ({
  name: `Node ${version}`,
  async make(_folder, scratch) {
    await run(['npm', 'install', '--prefix', scratch, '--no-audit', '--no-fund', `node@${version}`]);
    const programs = join(scratch, 'node_modules', 'node', 'bin');
    return { variables: { PATH: [programs, process.env['PATH']].join(delimiter) } };
  },
  steps: [
    { name: `it is Node ${version}`, command: ['node', '--version'], says: new RegExp(`^v${version}`) },
    install,
    start,
    ...withoutBrowser,
  ],
});

export const environments: readonly Environment[] = [
  withNode('20.19.0'),
  withNode('22'),
  withNode('24'),
  {
    name: 'a folder with a space and an umlaut',
    folderName: 'Süd See',
    make: () => ({}),
    steps: [install, start, unit, browser('billing-form')],
  },
  {
    name: 'a home that cannot be written to',
    onlyFor: 'root on Linux',
    async make(folder, scratch) {
      const home = join(scratch, 'home');
      const cache = join(scratch, 'npm');
      await mkdir(home, { mode: 0o555 });
      await mkdir(cache);
      await run(['chown', '-R', String(unprivilegedUser.uid), folder, cache]);
      // npm itself needs a writable cache.
      return { within: asUnprivilegedUser, variables: { HOME: home, npm_config_cache: cache } };
    },
    steps: [install, start, unit, browser('billing-form')],
  },
  {
    name: 'no IPv6',
    onlyFor: 'root on Linux',
    make: () => ({
      within: [
        ...['unshare', '--net', 'sh', '-c'],
        'echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6; ip link set lo up; exec "$@"',
        'sh',
      ],
    }),
    // Without a network there is no registry, so this uses the installed packages.
    steps: [start, browser('billing-form')],
  },
  {
    name: 'the time of Kolkata, the language of Germany',
    make: () => ({
      variables: { TZ: 'Asia/Kolkata', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8', LANGUAGE: 'de' },
    }),
    steps: [
      install,
      unit,
      models,
      browser('billing-form', 'dashboard-ledger', 'balance'),
      faults('data-address'),
    ],
  },
  {
    name: 'the Containerfile, without an engine',
    make: () => ({}),
    steps: [
      {
        name: 'each of its steps',
        command: ['npx', 'tsx', 'drills/environments/try-containerfile.ts'],
      },
    ],
  },
  bareDebian('a bare Debian, as root', []),
  bareDebian('a bare Debian, not as root', asUnprivilegedUser),
];
