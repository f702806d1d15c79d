import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumFlags } from './browser/chromium/flags.ts';
import { slowdown } from './browser/cpu.ts';

const { CHROMIUM_PATH } = process.env;

/** A page that is slowed is waited for as many times longer. Such a time-out is against a run that hangs, and no requirement. */
const timeout = (milliseconds: number): number => milliseconds * slowdown();

const expectTimeout = timeout(20_000);

/** How Chromium is started, with more flags. */
export const launchWith = (...more: string[]) => ({
  // The workers read this file after the global set-up has found or installed one.
  ...(CHROMIUM_PATH === undefined ? {} : { executablePath: CHROMIUM_PATH }),
  args: [...chromiumFlags, ...more],
});

/**
 * Pages of one context share a process, in which the app's code is compiled already: no more are begun than what has to be
 * kept apart.
 */
const fewProcesses = '--renderer-process-limit=1';

/**
 * One process for a page with the gateway's frames in it, and none kept in reserve: a third fewer to start. The first
 * two projects keep them apart, as customers have them.
 */
const inOneProcess = { launchOptions: launchWith(fewProcesses, '--disable-site-isolation-trials') };

const folders = (name: string) => ({
  testDir: name,
  testMatch: '**/*.spec.ts',
  outputDir: `../test-results/${name}`,
});

export default defineConfig({
  globalSetup: './global-setup.ts',
  // The tests that are the most alike come last: they fill both workers to the end.
  projects: [
    { name: 'acceptance', ...folders('acceptance') },
    { name: 'browser', ...folders('browser') },
    { name: 'faults', ...folders('faults'), use: inOneProcess },
    {
      name: 'models-browser',
      ...folders('models-browser'),
      fullyParallel: true,
      use: inOneProcess,
    },
    // Only in `npm run test:soak`.
    { name: 'soak', ...folders('soak') },
    {
      name: 'gallery',
      ...folders('gallery'),
      fullyParallel: true,
      expect: {
        timeout: expectTimeout,
        toHaveScreenshot: {
          pathTemplate: join(import.meta.dirname, '..', 'docs', 'screens', '{arg}{ext}'),
          // Another Chromium draws edges a little differently. A changed digit or a missing icon is more than that.
          threshold: 0.2,
          maxDiffPixels: 30,
        },
      },
    },
  ],
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // A test without its picture fails; only `npm run screens` makes one.
  updateSnapshots: 'none',
  timeout: timeout(120_000),
  // Against a run that hangs: on a busy machine a whole one takes three times as long as on a quiet one.
  globalTimeout: 60 * 60_000,
  expect: { timeout: expectTimeout },
  reporter: [
    ['./browser/local-log-reporter.ts'],
    ['./models-browser/coverage-reporter.ts'],
    // The last to speak: the output ends with what failed, and the counts.
    ['list'],
    ['./counts-reporter.ts'],
  ],
  use: {
    headless: true,
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    // Counting up and fading in take their time: only what is about motion asks for it.
    reducedMotion: 'reduce',
    actionTimeout: timeout(20_000),
    navigationTimeout: timeout(30_000),
    screenshot: 'only-on-failure',
    // Of each test it would take more time than most failures are worth: `--trace retain-on-failure` brings it.
    trace: 'off',
    launchOptions: launchWith(fewProcesses),
  },
});
