import { expect } from '@playwright/test';
import { selectCardId } from '#machines/purchase/checkout.selectors.ts';
import type { checkoutModel } from '#tests/models/machines/checkout.ts';
import { cardChoiceTexts, savedCardName } from '#texts/cards.ts';
import { priceOf } from './checkout.executors.ts';
import { first, second, testDataOf } from './checkout.test-data.ts';
import type { Driver, ScreenSut } from './driver.ts';
import * as purchase from './purchase.actions.ts';

type Model = ScreenSut<typeof checkoutModel>;
type Snapshot = Parameters<Model['states'][string]>[1];

const expectFormFailure = async (driver: Driver, { context: { failure } }: Snapshot): Promise<void> => {
  const { failure: alert } = driver.screens.checkout;
  if (failure === null) await expect(alert).toHaveCount(0);
  else await expect(alert).toContainText(purchase.textOf(driver, failure));
  if (failure?.name === 'declined') await expect(alert).toContainText('charged.');
};

const expectLoading = async (driver: Driver, snapshot: Snapshot): Promise<void> => {
  const { checkout } = driver.screens;
  await purchase.expectPaymentStatus(driver, 'Loading the card fields…');
  await expect(checkout.pay(priceOf(snapshot))).toBeDisabled();
  await expect(checkout.cancel).toBeEnabled();
  await expectFormFailure(driver, snapshot);
};

/** Expects the chosen card: a saved one, or the fields for a new one. */
const expectCard = async (driver: Driver, snapshot: Snapshot): Promise<void> => {
  const { checkout } = driver.screens;
  const { cardIds, saveCard } = snapshot.context;
  const chosen = [first, second].find(({ id }) => id === selectCardId(snapshot));
  if (chosen) await purchase.expectSavedCard(driver, savedCardName(chosen));
  else if (cardIds.length > 0) await expect(checkout.card(cardChoiceTexts.another)).toBeChecked();
  if (chosen) return expect(checkout.region.locator('iframe')).toHaveCount(0);
  for (const field of ['Card number', 'Expiry', 'CVV'])
    await expect(checkout.cardField(field)).toBeEditable();
  await expect(checkout.saveCard).toBeChecked({ checked: saveCard });
};

export const checkoutStateAssertions: Model['states'] = {
  'idle.resuming': async ({ page }) => {
    await expect(page.getByRole('button', { name: /^Buy Now/ })).toHaveCount(0);
  },
  'idle.choosing': async (driver, { context: { failure } }) => {
    await purchase.expectOffer(driver);
    const alert = driver.screens.dashboard.packages.getByRole('alert');
    if (failure === null) await expect(alert).toHaveCount(0);
    else await expect(alert).toContainText(purchase.textOf(driver, failure));
  },
  // Asserts nothing, because this state is too short to see.
  'card-loading.opening': async () => undefined,
  'card-loading.listing': async (driver, snapshot) => {
    if (testDataOf(driver).hasList) return;
    await (await driver.interceptor('list of cards')).waitForRequest();
    await expectLoading(driver, snapshot);
  },
  'card-loading.mounting': expectLoading,
  ready: async (driver, snapshot) => {
    const { checkout } = driver.screens;
    await expect(checkout.pay(priceOf(snapshot))).toBeVisible();
    await expectCard(driver, snapshot);
    await expectFormFailure(driver, snapshot);
  },
  processing: (driver, { context: { product } }) =>
    product === null ? purchase.expectQuestion(driver, false) : purchase.expectPayment(driver),
  success: async ({ screens: { dashboard } }, { context: { product } }) => {
    const credits = product?.id === 'pro' ? '3,500' : '1,300';
    await expect(dashboard.success).toContainText(`Added ${credits} credits.`);
  },
  'error.correctable': async (driver, snapshot) => {
    const { checkout } = driver.screens;
    await expectFormFailure(driver, snapshot);
    await expect(checkout.pay(priceOf(snapshot))).toBeVisible();
    await expect(checkout.cancel).toBeEnabled();
  },
  'error.unmounted': async (driver, snapshot) => {
    const { checkout } = driver.screens;
    await expectFormFailure(driver, snapshot);
    await expect(checkout.retry).toBeEnabled();
    await expect(checkout.pay(priceOf(snapshot))).toBeDisabled();
  },
  'error.requoting': purchase.expectPayment,
  'error.unresolved': purchase.expectUnresolved,
};

export const checkoutEmittedEventAssertions: Model['emitted'] = {
  async purchased({ screens: { notices } }) {
    await expect(notices.toast('Payment processed successfully!')).toBeVisible();
  },
  async 'payment.failed'(driver, { failure }) {
    const text = purchase.textOf(driver, failure);
    driver.pageErrors.allowMessage('Payment: ');
    const toast = driver.screens.notices.toasts.filter({ hasText: text });
    await expect(toast.first()).toBeVisible();
  },
  // Asserts nothing, because the state assertions check that the packages reload.
  'packages.outdated': async () => undefined,
  async 'cards.outdated'(driver) {
    testDataOf(driver).hasList = false;
    await (await driver.interceptor('list of cards')).waitForRequest();
  },
  async 'account.outdated'({ page }) {
    await expect(page.getByText(/^You're already buying .* in another tab\./)).toHaveCount(0);
  },
  async 'attempt.set-aside'(driver) {
    const row = driver.screens.dashboard.packages.getByRole('status');
    await expect(row).toContainText(purchase.referenceOf(driver));
  },
  async 'attempt.settled'(driver) {
    const kept = () => driver.page.evaluate(() => JSON.stringify(Object.values(localStorage)));
    const message = 'the attempt is forgotten';
    await expect.poll(kept, { message }).not.toContain(purchase.referenceOf(driver));
  },
};
