import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fontconfig } from './fontconfig.ts';

const systemFontconfig = '/etc/fonts/fonts.conf';

/** Environment variable with the path of our configuration, so that child processes recognize it. */
const writtenVariable = 'TEST_FONTCONFIG';

/**
 * Adds a font for all browsers that this process starts. Without any font, Chromium crashes pages whose web
 * font is still loading. Repeated calls are no-ops.
 *
 * @returns a function that removes the configuration
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
