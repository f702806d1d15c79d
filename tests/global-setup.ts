import { rm } from 'node:fs/promises';
import { buildIfStale } from '#local/site/build-if-stale.ts';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { provideLastResortFont } from './browser/chromium/last-resort-font.ts';
import { provideChromium } from './browser/chromium.ts';
import { localLogs } from './browser/local/services.ts';
import { createServices } from './services/services.ts';
import { offerServices } from './services/shared-services.ts';

export default async function prepareRun(): Promise<() => Promise<void>> {
  const removeFont = provideLastResortFont();
  await provideChromium();
  await rm(localLogs, { recursive: true, force: true });
  await buildIfStale(process.cwd(), createDisposableStack());
  const services = createServices();
  const withdraw = await offerServices(services);
  return async () => {
    await withdraw();
    await services.stop();
    removeFont();
  };
}
