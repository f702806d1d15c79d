import type { Locator, Page } from '@playwright/test';
import type { Fault } from '#tests/browser/console.ts';
import { gatewayScript } from './fixtures.ts';

/** Has the gateway's script behave so in each document that it comes into from now on. */
export const misbehaving = (body: string): Fault => ({
  service: 'gateway',
  match: gatewayScript,
  fault: 'script',
  body,
});

/** The script's tags in the page. */
export const gatewayScripts = (page: Page): Locator => page.locator('script[src*="Collect.js"]');

/** The frames that the gateway's script has put into the page. */
export const cardFrames = (page: Page): Locator => page.locator('iframe.CollectJSInlineIframe');

/** What the page says when a token did not come in time. */
export const tooLate = 'Payment: The card service did not respond in time.';
