import type { Locator, Page } from '@playwright/test';
import type { Fault } from '#tests/browser/console.ts';
import { gatewayScript } from './fixtures.ts';

export const misbehaving = (body: string): Fault => ({
  service: 'gateway',
  match: gatewayScript,
  fault: 'script',
  body,
});

export const gatewayScripts = (page: Page): Locator => page.locator('script[src*="Collect.js"]');

export const cardFrames = (page: Page): Locator => page.locator('iframe.CollectJSInlineIframe');

export const tooLate = 'Payment: The card service did not respond in time.';
