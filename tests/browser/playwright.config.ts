import { defineConfig } from '@playwright/test';

const { CHROMIUM_PATH } = process.env;

export default defineConfig({
  globalSetup: './global-setup.ts',
  projects: [
    { name: 'browser', testDir: '.', outputDir: '../../test-results/browser' },
    // Faults are injected into the one sandbox of the run, so nothing else may use it meanwhile.
    { name: 'faults', testDir: '../faults', outputDir: '../../test-results/faults', workers: 1 },
    {
      name: 'models-browser',
      testDir: '../models-browser',
      outputDir: '../../test-results/models-browser',
      workers: 1,
    },
  ],
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  globalTimeout: 20 * 60_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ['./sandbox-log-reporter.ts'],
    ['../models-browser/coverage-reporter.ts'],
    ['json', { outputFile: '../../test-results/reports/playwright.json' }],
  ],
  use: {
    headless: true,
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      // The workers read this file after the global set-up has found or installed one.
      ...(CHROMIUM_PATH === undefined ? {} : { executablePath: CHROMIUM_PATH }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // What is not on this machine has no address.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
});
