import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fontconfig } from './fontconfig.ts';

/** What fontconfig reads where nothing else is set. */
const systemFontconfig = '/etc/fonts/fonts.conf';

/** The fontconfig that was written here, for the programs that this one starts. */
const writtenVariable = 'TEST_FONTCONFIG';

/**
 * Gives the browsers that are started from here one font beside those of the machine. Where a machine has none, Chromium
 * ends a page whose own font is still on its way. Called again, also by a program that this one has started, it does
 * nothing.
 *
 * @returns removes what was written
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
