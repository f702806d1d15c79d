import { defineConfig } from '@playwright/test';
import shared, { launchWith } from '#tests/playwright.config.ts';
import { trustFlagIn } from '../shared/certificate.ts';
import { deploymentVariable } from './deployment.ts';

/** The tests of the main journey and its common failures, which also run on the deployed site. */
const main = [
  'first-purchase',
  'prerendered-pages',
  'key-exchange',
  'passkey-sign-in',
  'passkey-authenticators',
];

/** The deployment's folder. The global setup sets the variable before the workers load this file. */
const deployment = process.env[deploymentVariable];
const trust = deployment === undefined ? [] : [trustFlagIn(deployment)];

/** Runs tests against a deployed site: nginx, PostgreSQL and processes of the built store, started once. */
export default defineConfig(shared, {
  globalSetup: './global-setup.ts',
  projects: [
    { name: 'deployed', testDir: '.', outputDir: '../../test-results/deployed' },
    {
      name: 'deployed-main',
      testDir: '../../tests',
      testMatch: main.map((name) => `{acceptance,browser}/${name}.spec.ts`),
      outputDir: '../../test-results/deployed-main',
    },
    {
      name: 'deployed-money',
      testDir: '../../tests/faults',
      // Other fault tests need a proxy in front of the store, which this deployment doesn't have.
      testMatch: 'payment-sound-store.spec.ts',
      outputDir: '../../test-results/deployed-money',
    },
  ],
  workers: 1,
  reporter: [['../../tests/browser/local-log-reporter.ts'], ['list']],
  use: { launchOptions: launchWith(...trust) },
});
