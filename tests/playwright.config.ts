import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumFlags } from './browser/chromium/flags.ts';
import { slowdown } from './browser/cpu.ts';

const { CHROMIUM_PATH } = process.env;

/** Scales timeouts by the page's slowdown. They only catch a run that hangs; they aren't requirements. */
const timeout = (milliseconds: number): number => milliseconds * slowdown();

const expectTimeout = timeout(20_000);

export const launchWith = (...more: string[]) => ({
  // Workers read this file after the global setup has found or installed Chromium.
  ...(CHROMIUM_PATH === undefined ? {} : { executablePath: CHROMIUM_PATH }),
  args: [...chromiumFlags, ...more],
});

/** Pages of a context share a process, which has already compiled the app. */
const fewProcesses = '--renderer-process-limit=1';

/**
 * Runs the gateway's frames in the page's process, so a third fewer processes start.
 * The first two projects isolate them, as customers' browsers do.
 */
const inOneProcess = { launchOptions: launchWith(fewProcesses, '--disable-site-isolation-trials') };

const folders = (name: string) => ({
  testDir: name,
  testMatch: '**/*.spec.ts',
  outputDir: `../test-results/${name}`,
});

export default defineConfig({
  globalSetup: './global-setup.ts',
  // The projects with the most uniform tests come last, so that both workers stay busy until the end.
  projects: [
    { name: 'acceptance', ...folders('acceptance') },
    { name: 'browser', ...folders('browser') },
    { name: 'faults', ...folders('faults'), use: inOneProcess },
    { name: 'models-browser', ...folders('models-browser'), fullyParallel: true, use: inOneProcess },
    // Runs only in `npm run test:soak`.
    { name: 'soak', ...folders('soak') },
    {
      name: 'gallery',
      ...folders('gallery'),
      fullyParallel: true,
      expect: {
        timeout: expectTimeout,
        toHaveScreenshot: {
          pathTemplate: join(import.meta.dirname, '..', 'docs', 'screens', '{arg}{ext}'),
          // Tolerates the edges of another Chromium, but not a changed digit or a missing icon.
          threshold: 0.2,
          maxDiffPixels: 30,
        },
      },
    },
  ],
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // A test without its picture fails. Only `npm run screens` creates pictures.
  updateSnapshots: 'none',
  timeout: timeout(120_000),
  // Catches a run that hangs. On a busy machine, a full run takes three times as long.
  globalTimeout: 60 * 60_000,
  expect: { timeout: expectTimeout },
  reporter: [
    ['./browser/local-log-reporter.ts'],
    // These come last, so that the output ends with failures and counts.
    ['list'],
    ['./counts-reporter.ts'],
  ],
  use: {
    headless: true,
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    // Animations take time, so only tests of motion turn them on.
    reducedMotion: 'reduce',
    actionTimeout: timeout(20_000),
    navigationTimeout: timeout(30_000),
    screenshot: 'only-on-failure',
    // Tracing every test costs more than it helps. Use `--trace retain-on-failure` to debug.
    trace: 'off',
    launchOptions: launchWith(fewProcesses),
  },
});
