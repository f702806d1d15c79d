import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fontconfig } from './fontconfig.ts';

const systemFontconfig = '/etc/fonts/fonts.conf';

/** Marks the configuration as ours for child processes. */
const writtenVariable = 'TEST_FONTCONFIG';

/**
 * Adds one font to the machine's fonts for all browsers started from here. Without any font, Chromium crashes
 * a page whose web font is still loading. Calling it twice has no effect.
 *
 * @returns removes the configuration
 */
export const provideLastResortFont = (): (() => void) => {
  const { FONTCONFIG_FILE: base = systemFontconfig, [writtenVariable]: written } = process.env;
  if (process.platform !== 'linux' || base === written) return () => undefined;
  const folder = mkdtempSync(join(tmpdir(), 'coffer-fontconfig-'));
  const arimo = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/arimo/package.json')));
  const path = join(folder, 'fonts.conf');
  const folders = ['400Regular', '700Bold'].map((weight) => join(arimo, weight));
  writeFileSync(path, fontconfig({ base, folders, cache: join(folder, 'cache') }));
  process.env['FONTCONFIG_FILE'] = path;
  process.env[writtenVariable] = path;
  return () => rmSync(folder, { recursive: true, force: true });
};
