import { rm } from 'node:fs/promises';
import { provideLastResortFont } from '#tests/browser/chromium/last-resort-font.ts';
import { provideChromium } from '#tests/browser/chromium.ts';
import { localLogs } from '#tests/browser/local/services.ts';
import { offerServices } from '#tests/services/shared-services.ts';
import { startDeployment } from './deployment.ts';

export default async function prepareRun(): Promise<() => Promise<void>> {
  const removeFont = provideLastResortFont();
  await provideChromium();
  await rm(localLogs, { recursive: true, force: true });
  const { local, stop } = await startDeployment();
  const withdraw = await offerServices({
    local: async () => local,
    gallery: () => Promise.reject(new Error('The gallery is not deployed')),
  });
  return async () => {
    await withdraw();
    await stop();
    removeFont();
  };
}
