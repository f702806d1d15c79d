import { rm } from 'node:fs/promises';
import { provideLastResortFont } from '#tests/browser/chromium/last-resort-font.ts';
import { provideChromium } from '#tests/browser/chromium.ts';
import { sandboxLogs } from '#tests/browser/sandbox/sandbox.ts';
import { offerServices } from '#tests/services/shared-services.ts';
import { startDeployment } from './deployment.ts';

/** Makes sure of a browser, deploys the last build, and offers it to the one worker of this run. */
export default async function prepareRun(): Promise<() => Promise<void>> {
  const removeFont = provideLastResortFont();
  await provideChromium();
  await rm(sandboxLogs, { recursive: true, force: true });
  const { sandbox, stop } = await startDeployment();
  const withdraw = await offerServices({
    sandbox: async () => sandbox,
    gallery: () => Promise.reject(new Error('The gallery is not deployed')),
  });
  return async () => {
    await withdraw();
    await stop();
    removeFont();
  };
}
