import type { BrowserContext, Page } from '@playwright/test';

/** Changes these fields of the configuration that the pages fetch. */
export const changeConfig = (asking: BrowserContext | Page, changes: object): Promise<unknown> =>
  asking.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  });
