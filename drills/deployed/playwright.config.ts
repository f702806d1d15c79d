import { defineConfig } from '@playwright/test';
import shared, { launchWith } from '#tests/playwright.config.ts';
import { trustFlagIn } from '../shared/certificate.ts';
import { deploymentVariable } from './deployment.ts';

/** What is done and what goes wrong on the main way, in the pages of a deployed site. */
const main = ['first-purchase', 'declined-card', 'prerendered-pages', 'key-exchange'];

/** Set by the global set-up, after which the workers read this file. */
const deployment = process.env[deploymentVariable];
const trust = deployment === undefined ? [] : [trustFlagIn(deployment)];

/** The deployed shape: nginx, PostgreSQL and processes of the built store, brought up once. */
export default defineConfig(shared, {
  globalSetup: './global-setup.ts',
  projects: [
    { name: 'deployed', testDir: '.', outputDir: '../../test-results/deployed' },
    {
      name: 'deployed-main',
      testDir: '../../tests',
      testMatch: main.map((name) => `{acceptance,browser}/${name}.spec.ts`),
      // What config.json says stays as it was deployed.
      grepInvert: /the way to the hosted pages/,
      outputDir: '../../test-results/deployed-main',
    },
    {
      name: 'deployed-money',
      testDir: '../../tests/faults',
      // There is nobody between nginx and its stores to bring about a fault of theirs.
      testMatch: 'payment-sound-store.spec.ts',
      outputDir: '../../test-results/deployed-money',
    },
  ],
  workers: 1,
  reporter: [['../../tests/browser/local-log-reporter.ts'], ['list']],
  use: { launchOptions: launchWith(...trust) },
});
