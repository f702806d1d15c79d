import { rm } from 'node:fs/promises';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { provideLastResortFont } from '#tests/browser/chromium/last-resort-font.ts';
import { provideChromium } from '#tests/browser/chromium.ts';
import { localLogs } from '#tests/browser/local/services.ts';
import { offerServices } from '#tests/services/shared-services.ts';
import { startDeployment } from './deployment.ts';

export default async function prepareRun(): Promise<() => Promise<void>> {
  const disposables = createDisposableStack();
  disposables.defer(provideLastResortFont());
  try {
    await provideChromium();
    await rm(localLogs, { recursive: true, force: true });
    const local = await startDeployment(disposables);
    const gallery = () => Promise.reject(new Error('The gallery is not deployed'));
    disposables.defer(await offerServices({ local: async () => local, gallery }));
  } catch (error) {
    await disposables.disposeAsync();
    throw error;
  }
  return () => disposables.disposeAsync();
}
