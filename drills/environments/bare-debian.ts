import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { provideFiles } from '../shared/programs.ts';
import type { Environment, Step } from './environment.ts';

const suite = 'bookworm';
const debootstrap = '/usr/sbin/debootstrap';
/** Runs tests/try-chromium.ts with Node.js, because this Debian has no npm. */
const tryChromium = ['node', '--import', 'tsx', 'tests/try-chromium.ts'] as const;
const playwright = ['node', 'node_modules/@playwright/test/cli.js', 'test'] as const;

const asRoot: readonly Step[] = [
  {
    name: 'a Chromium is installed',
    command: tryChromium,
    says: /^Chromium: \/usr\/bin\/chromium-headless-shell$/m,
  },
  {
    name: 'browser billing-form',
    command: [...playwright, '--config', 'tests/playwright.config.ts', '--project=browser', 'billing-form'],
  },
];

const asSomebody: Step = {
  name: 'one line says how to get a Chromium',
  command: tryChromium,
  // With internet access, Playwright's download works, but can lack libraries.
  says: /^(?:No Chromium was found, and none could be installed: .*apt-get install .*|Chromium: .*)$/m,
};

/** Returns a minimal Debian in a folder (by debootstrap), with this machine's Node.js and no browser. */
export const bareDebian = (name: string, within: readonly string[]): Environment => ({
  name,
  onlyFor: 'root on Debian',
  async make(folder, scratch) {
    const root = join(scratch, 'debian');
    const included = '--include=ca-certificates,libstdc++6';
    provideFiles(['debootstrap'], debootstrap);
    execFileSync(debootstrap, ['--variant=minbase', included, suite, root], { stdio: 'inherit' });
    const home = join(root, 'coffer');
    const programs = join(root, 'opt', 'node', 'bin');
    for (const place of [home, programs]) await mkdir(place, { recursive: true });
    await copyFile(process.execPath, join(programs, 'node'));
    // Connections to npm's registry need this machine's DNS settings and certificates.
    for (const file of ['resolv.conf', 'hosts', join('ssl', 'certs', 'ca-certificates.crt')])
      await copyFile(join('/etc', file), join(root, 'etc', file));
    const enter = join(scratch, 'enter.sh');
    await writeFile(
      enter,
      `set -eu
mount --bind "${folder}" "${home}"
mount -t proc proc "${root}/proc"
mount --rbind /dev "${root}/dev"
exec chroot "${root}" sh -c 'cd /coffer && exec "$@"' sh "$@"
`,
    );
    // The mounts belong to this command's namespace, so they disappear when the command exits.
    return {
      within: ['unshare', '--mount', 'sh', enter, ...within],
      variables: { PATH: '/opt/node/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', CHROMIUM_PATH: '' },
    };
  },
  steps: within.length === 0 ? asRoot : [asSomebody],
});
