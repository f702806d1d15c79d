import type { BrowserContext, Page } from '@playwright/test';

/** Holds the requests of a page, or of all pages of a context, to this address back until the returned function releases them. */
export const holdRequests = async (
  asking: BrowserContext | Page,
  address: string | RegExp,
): Promise<() => void> => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await asking.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
};
