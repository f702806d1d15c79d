import type { Locator, Page } from '@playwright/test';
import type { Fault } from '#tests/browser/console.ts';
import { gatewayScript } from './fixtures.ts';

/** Changes the gateway script's behavior in each document that loads it from now on. */
export const misbehaving = (body: string): Fault => ({
  service: 'gateway',
  match: gatewayScript,
  fault: 'script',
  body,
});

export const gatewayScripts = (page: Page): Locator => page.locator('script[src*="Collect.js"]');

export const cardFrames = (page: Page): Locator => page.locator('iframe.CollectJSInlineIframe');

/** The error for a token that took too long. */
export const tooLate = 'Payment: The card service did not respond in time.';
