import type { Page } from '@playwright/test';
import { expect } from '../browser/fixtures.ts';
import type { Payments } from '../browser/payments.ts';

/** Forbidden in storage keys, because only a payment's attempt may be stored. */
const cardData = /card|cvv|ccn|payment.?token/i;

/** Asserts that a data fault caused no charge, no endless wait and no private data in storage or the URL. */
export const expectDataInvariants = async (page: Page, payments: Payments): Promise<void> => {
  expect(payments.keys(), 'payments sent').toEqual([]);
  await expect(page.locator('[aria-busy="true"]'), 'nothing is still on its way').toHaveCount(0);
  await expect(page.locator('button:enabled, a[href]').first()).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/\bNaN\b|\bundefined\b|\[object /);
  const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(keys.filter((key) => cardData.test(key))).toEqual([]);
  expect(page.url()).not.toMatch(/token|password|%40|@/i);
};
