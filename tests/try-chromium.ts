/** Finds or installs a Chromium before anything runs, and says which it is or how to get one. */
import { NoChromiumError, provideChromium } from './browser/chromium.ts';

try {
  console.log(`Chromium: ${await provideChromium()}`);
} catch (error) {
  if (!(error instanceof NoChromiumError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
