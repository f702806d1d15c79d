import type { Page } from '@playwright/test';
import { refuseStorage, removeNewFunctions, translatePages } from './odd-browsers.ts';

/** What can be odd about a browser, by name, with what makes a page's browser so. */
export const oddConditions: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['without the functions of newer browsers', removeNewFunctions],
  ['that wraps each text for its translation', (page) => translatePages(page, 'wrap')],
  ['that replaces each text with its translation', (page) => translatePages(page, 'replace')],
  ['that refuses storage, channels and locks', (page) => refuseStorage(page)],
];
