import { expect } from '@playwright/test';
import type { paymentMachine } from '#machines/purchase/payment.ts';
import { testDataOf } from './checkout.test-data.ts';
import type { Driver } from './driver.ts';
import {
  expectOffer,
  expectPayment,
  expectQuestion,
  expectUnresolved,
  textOf,
} from './purchase.assertions.ts';
import type { ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof paymentMachine>;
type Snapshot = Parameters<Model['states'][string]>[1];

const expectConfirmation = (driver: Driver, { context: { product } }: Snapshot): Promise<void> =>
  expectQuestion(driver, product !== null && !testDataOf(driver).hasLeft);

/** The app tells the developer of a failed payment. */
const allowReport = ({ pageErrors }: Driver): void => void pageErrors.allowMessage('Payment: ');

/** An ended payment shows in the state that the checkout continues in. */
export const paymentStateAssertions: Model['states'] = {
  pricing: expectPayment,
  'preparing.quoting': expectPayment,
  'preparing.tokenizing': expectPayment,
  baselining: expectPayment,
  recording: expectPayment,
  charging: expectPayment,
  'confirming.asking': expectConfirmation,
  'confirming.pausing': expectConfirmation,
  approved: async ({ screens: { dashboard } }) => {
    await expect(dashboard.success).toContainText('Added 1,300 credits.');
  },
  refused: async (driver, { output }) => {
    if (output?.outcome !== 'refused') throw new Error('A refused payment has no reason');
    const { failure, product } = output;
    if (failure === null) return expectOffer(driver);
    const { checkout, dashboard } = driver.screens;
    const alerts = checkout.failure.or(dashboard.packages.getByRole('alert'));
    await expect(alerts.filter({ hasText: textOf(driver, failure) }).first()).toBeVisible();
    if (product === null && failure.name !== 'card-unchecked') allowReport(driver);
  },
  unknown: async (driver, { output }) => {
    await expectUnresolved(driver);
    if (output?.outcome === 'unknown' && output.failure !== null) allowReport(driver);
  },
};
