import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumFlags } from './browser/chromium/flags.ts';
import { slowdown } from './browser/cpu.ts';

const { CHROMIUM_PATH } = process.env;

/** Scales a timeout (ms) by the pages' slowdown. Timeouts only catch hangs; they aren't requirements. */
const timeout = (milliseconds: number): number => milliseconds * slowdown();

const expectTimeout = timeout(20_000);

export const launchWith = (...more: string[]) => ({
  // Workers read this file after the global setup has found or installed Chromium.
  ...(CHROMIUM_PATH === undefined ? {} : { executablePath: CHROMIUM_PATH }),
  args: [...chromiumFlags, ...more],
});

/** Makes a context's pages share a process that has already compiled the app. */
const fewProcesses = '--renderer-process-limit=1';

/**
 * Runs the gateway's frames in the page's process, so a third fewer processes start.
 * The first two projects isolate these frames, as customers' browsers do.
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
    // This project runs only in `npm run test:soak`.
    { name: 'soak', ...folders('soak') },
    {
      name: 'gallery',
      ...folders('gallery'),
      fullyParallel: true,
      expect: {
        timeout: expectTimeout,
        toHaveScreenshot: {
          pathTemplate: join(import.meta.dirname, '..', 'docs', 'screens', '{arg}{ext}'),
          // Tolerate another Chromium's antialiasing, but not a changed digit or a missing icon.
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
  // This limit only catches a hanging run. On a busy machine, a full run takes three times as long.
  globalTimeout: 60 * 60_000,
  expect: { timeout: expectTimeout },
  reporter: [
    ['./browser/local-log-reporter.ts'],
    // These reporters come last, so that the output ends with failures and counts.
    ['list'],
    ['./counts-reporter.ts'],
  ],
  use: {
    headless: true,
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    // Animations take time, so only tests of motion enable them.
    reducedMotion: 'reduce',
    actionTimeout: timeout(20_000),
    navigationTimeout: timeout(30_000),
    screenshot: 'only-on-failure',
    // Tracing slows down every test. To debug, use `--trace retain-on-failure`.
    trace: 'off',
    launchOptions: launchWith(fewProcesses),
  },
});
