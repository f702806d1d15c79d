import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { NoChromiumError, provideChromium } from '../../browser/chromium.ts';
import { makeDirectory } from '../sandbox/serving.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const makeProgram = async (script: string): Promise<string> => {
  const path = join(await makeDirectory(), 'chromium');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
};

test('a told program that tells its version and does not start is refused in one line that says why', async () => {
  const path = await makeProgram(
    '[ "$1" = --version ] && echo "Chromium 150" && exit\necho "needs a snap" >&2; exit 1',
  );
  vi.stubEnv('CHROMIUM_PATH', path);
  await expect(provideChromium()).rejects.toEqual(
    new NoChromiumError(`CHROMIUM_PATH is ${path}, and that does not start: needs a snap`),
  );
});

test('so is one that is not there', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/no/chromium');
  await expect(provideChromium()).rejects.toThrow(
    /^CHROMIUM_PATH is \/no\/chromium, and that does not start: .+$/,
  );
});

test('one that was tried in this run is not tried again', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/no/chromium');
  vi.stubEnv('TEST_TRIED_CHROMIUM_PATH', '/no/chromium');
  expect(await provideChromium()).toBe('/no/chromium');
});
