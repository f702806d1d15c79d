import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import browser from '../browser/playwright.config.ts';

/** The gallery's own run: of all services it needs only the app's dev server. */
export default defineConfig({
  ...browser,
  testDir: '.',
  globalSetup: './global-setup.ts',
  projects: [{ name: 'gallery', outputDir: '../../test-results/gallery' }],
  fullyParallel: true,
  reporter: [['list'], ['json', { outputFile: '../../test-results/reports/gallery.json' }]],
  expect: {
    timeout: 20_000,
    toHaveScreenshot: {
      pathTemplate: join(import.meta.dirname, '..', '..', 'docs', 'screens', '{arg}{ext}'),
      // Another Chromium draws edges and letters a little otherwise; the colour of one button that changed is more.
      threshold: 0.2,
      maxDiffPixelRatio: 0.015,
    },
  },
});
