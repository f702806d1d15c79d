import { rm } from 'node:fs/promises';
import { createClosers } from '#server/sandbox/closers.ts';
import { buildIfStale } from '#server/sandbox/site/build-if-stale.ts';
import { findChromium, installChromium } from './chromium.ts';
import { sandboxLogs } from './sandbox/sandbox.ts';

/**
 * Makes sure of a browser, and of a build before each worker starts services that serve it. Playwright hands the
 * environment on to its workers.
 */
export default async function prepareRun(): Promise<void> {
  process.env['CHROMIUM_PATH'] = findChromium() ?? installChromium();
  await rm(sandboxLogs, { recursive: true, force: true });
  await buildIfStale(process.cwd(), createClosers());
}
