import type { BrowserContext, Page, Route } from '@playwright/test';

/** Holds requests to this address until the test calls the returned function. */
export const holdRequests = async (
  asking: BrowserContext | Page,
  address: string | RegExp,
  then = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await asking.route(address, async (route) => {
    await released;
    await then(route);
  });
  return release;
};

/** Overrides these fields in the configuration that the pages fetch. */
export const changeConfig = (asking: BrowserContext | Page, changes: object): Promise<unknown> =>
  asking.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  });
