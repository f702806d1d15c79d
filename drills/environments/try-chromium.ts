/** Looks for a Chromium as `npm test` does at its beginning, and tells which it is or why there is none. */
import { NoChromiumError, provideChromium } from '#tests/browser/chromium.ts';

try {
  console.log(`Chromium: ${await provideChromium()}`);
} catch (error) {
  if (!(error instanceof NoChromiumError)) throw error;
  console.log(error.message);
  process.exitCode = 1;
}
