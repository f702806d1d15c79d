import type { BrowserContext } from '@playwright/test';

/** Holds requests to this address back until the returned function releases them. */
export const holdRequests = async (
  context: BrowserContext,
  address: string | RegExp,
): Promise<() => void> => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
};
