import { defineConfig } from '@playwright/test';
import shared, { launchWith } from '#tests/playwright.config.ts';
import { trustFlagIn } from '../shared/certificate.ts';
import { deploymentVariable } from './deployment.ts';

/** The main journey and its common failures, on the deployed site. */
const main = [
  'first-purchase',
  'prerendered-pages',
  'key-exchange',
  'passkey-sign-in',
  'passkey-authenticators',
];

/** The global setup sets it before the workers read this file. */
const deployment = process.env[deploymentVariable];
const trust = deployment === undefined ? [] : [trustFlagIn(deployment)];

/** The deployed site: nginx, PostgreSQL and processes of the built store, started once. */
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
      // Faults of the store need a proxy, which nginx doesn't have before its stores.
      testMatch: 'payment-sound-store.spec.ts',
      outputDir: '../../test-results/deployed-money',
    },
  ],
  workers: 1,
  reporter: [['../../tests/browser/local-log-reporter.ts'], ['list']],
  use: { launchOptions: launchWith(...trust) },
});
