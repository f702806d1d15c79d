/** Finds or installs Chromium before the tests, or prints how to get it. */
import { NoChromiumError, provideChromium } from './browser/chromium.ts';

try {
  console.log(`Chromium: ${await provideChromium()}`);
} catch (error) {
  if (!(error instanceof NoChromiumError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
