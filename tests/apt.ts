import { existsSync } from 'node:fs';

/** Returns whether tests may install Debian packages: as root, where apt-get exists. */
export const mayUseApt = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

export const aptInstall = 'DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends';
