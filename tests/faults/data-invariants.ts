import type { Page } from '@playwright/test';
import { expect } from '../browser/fixtures.ts';
import type { Payments } from '../browser/payments.ts';

/** Names that storage may hold nothing under: what is kept of a payment is its attempt alone. */
const cardData = /card|cvv|ccn|payment.?token/i;

/** What holds after every fault of data: nothing was charged, nothing waits for ever, nothing private is kept or shown. */
export const expectDataInvariants = async (page: Page, payments: Payments): Promise<void> => {
  expect(payments.keys(), 'payments sent').toEqual([]);
  await expect(page.locator('[aria-busy="true"]'), 'nothing is still on its way').toHaveCount(0);
  await expect(page.locator('button:enabled, a[href]').first()).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/\bNaN\b|\bundefined\b|\[object /);
  const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(keys.filter((key) => cardData.test(key))).toEqual([]);
  expect(page.url()).not.toMatch(/token|password|%40|@/i);
};
