import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Returns whether tests may install Debian packages: as root, where apt-get exists. */
export const mayUseApt = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

export const aptInstall = 'DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends';

/** Finds or installs Python, and returns its command. @throws {Error} if both fail */
export const providePython = (): string => {
  const works = () => spawnSync('python3', ['--version']).status === 0;
  if (!works() && mayUseApt())
    spawnSync(`apt-get update && ${aptInstall} python3`, { shell: true, stdio: 'ignore', timeout: 300_000 });
  if (works()) return 'python3';
  throw new Error('Install Python 3.9 or newer as python3 (on Debian: apt-get install python3).');
};
