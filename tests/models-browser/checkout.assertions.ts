import { expect } from '@playwright/test';
import type { checkoutMachine } from '#machines/checkout.ts';
import type { CheckoutFailure } from '#machines/checkout.types.ts';
import { accountStateOf } from '../faults/account-state.ts';
import { expectTrueAccount } from '../faults/invariants.ts';
import type { BrowserTestModel } from './browser-test-model.ts';
import { priceOf } from './checkout.executors.ts';
import { testDataOf } from './checkout.test-data.ts';
import type { Driver } from './driver.ts';

type Model = BrowserTestModel<typeof checkoutMachine>;
type Snapshot = Parameters<Model['stateAssertions'][string]>[1];

const failureTexts: Readonly<Partial<Record<CheckoutFailure['name'], string>>> = {
  'system-not-ready': 'Payment system not ready',
  'form-unavailable': 'Failed to initialize payment form',
  'token-missing': 'Failed to generate payment token',
  'token-timeout':
    'The card service did not respond in time. You have not been charged. Please enter your card again.',
  'start-failed': 'Failed to process payment',
  'token-refused':
    'These card details have already been used. You have not been charged. Please enter your card again.',
  'price-changed':
    'The price of this package has changed. You have not been charged. Please check the new total before you pay.',
  'package-withdrawn': 'This package is no longer available. You have not been charged.',
  unreachable: "The store can't be reached. You have not been charged. Please try again.",
  unresolved: "We can't confirm yet whether your card was charged. Please don't pay again.",
};

const textOf = (driver: Driver, { name }: CheckoutFailure): string => {
  const text = name === 'declined' ? testDataOf(driver).declined : failureTexts[name];
  if (text === undefined) throw new Error(`There is no text for the failure ${name}`);
  return text;
};

/** The id of the newest attempt: one that this page sent, or one from another tab or visit. */
const referenceOf = (driver: Driver): string =>
  driver.payments.keys().at(-1) ?? testDataOf(driver).attempt?.id ?? 'no payment was sent';

const expectFormFailure = async (driver: Driver, { context: { failure } }: Snapshot): Promise<void> => {
  const { failure: alert } = driver.screens.checkout;
  if (failure === null) await expect(alert).toHaveCount(0);
  else await expect(alert).toContainText(textOf(driver, failure));
};

const expectStatus = ({ screens: { checkout } }: Driver, text: string): Promise<void> =>
  expect(checkout.region.getByText(text, { exact: true })).toBeVisible();

const expectPayment = async (driver: Driver): Promise<void> => {
  const { checkout, dashboard } = driver.screens;
  await expectStatus(driver, 'Processing your payment…');
  await expect(checkout.cancel).toBeDisabled();
  await expect(dashboard.buy('$5.00')).toBeDisabled();
};

const expectQuestion = async (driver: Driver, { context: { product } }: Snapshot): Promise<void> => {
  const { checkout, dashboard } = driver.screens;
  const text =
    product === null ? 'Checking your last purchase…' : "Confirming your payment. Please don't pay again.";
  await expectStatus(driver, text);
  await expect(checkout.region.getByRole('button', { name: 'Stop waiting', exact: true })).toBeEnabled();
  await expect(dashboard.buy('$5.00')).toBeDisabled();
};

export const checkoutStateAssertions: Model['stateAssertions'] = {
  'idle.resuming': async ({ page }) => {
    await expect(page.getByRole('button', { name: /^Buy Now/ })).toHaveCount(0);
  },
  'idle.choosing': async (driver, { context: { failure } }) => {
    const { checkout, dashboard } = driver.screens;
    await expect(driver.page).toHaveURL('/dashboard');
    await expect(dashboard.buy('$5.00')).toBeEnabled();
    await expect(checkout.region).toBeHidden();
    const alert = dashboard.packages.getByRole('alert');
    if (failure === null) await expect(alert).toHaveCount(0);
    else await expect(alert).toContainText(textOf(driver, failure));
  },
  'card-loading': async (driver, snapshot) => {
    const { checkout } = driver.screens;
    await expectStatus(driver, 'Loading the card fields…');
    await expect(checkout.pay(priceOf(snapshot))).toBeDisabled();
    await expect(checkout.cancel).toBeEnabled();
    await expectFormFailure(driver, snapshot);
  },
  ready: async (driver, snapshot) => {
    const { checkout } = driver.screens;
    await expect(checkout.pay(priceOf(snapshot))).toBeVisible();
    for (const field of ['Card number', 'Expiry', 'CVV'])
      await expect(checkout.cardField(field)).toBeEditable();
    await expectFormFailure(driver, snapshot);
  },
  'processing.preparing.price.quoting': expectPayment,
  'processing.preparing.price.quoted': expectPayment,
  'processing.preparing.card.tokenising': expectPayment,
  'processing.preparing.card.tokenised': expectPayment,
  'processing.baselining': expectPayment,
  'processing.recording': expectPayment,
  'processing.charging': expectPayment,
  'processing.requoting': expectPayment,
  'processing.confirming.asking': expectQuestion,
  'processing.confirming.pausing': expectQuestion,
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
  'error.unresolved': async (driver) => {
    const { checkout, dashboard } = driver.screens;
    await expect(
      checkout.region.getByRole('heading', { name: 'Your payment is pending', exact: true }),
    ).toBeVisible();
    await expect(checkout.region.getByText(referenceOf(driver), { exact: true })).toBeVisible();
    await expect(dashboard.buy('$5.00')).toBeDisabled();
  },
};

export const checkoutEmittedEventAssertions: Model['emittedEventAssertions'] = {
  async purchased({ screens: { notices } }) {
    await expect(notices.toast('Payment processed successfully!')).toBeVisible();
  },
  async 'payment.failed'(driver, { failure }) {
    const text = textOf(driver, failure);
    driver.pageErrors.allowMessage('Payment: ');
    const toast = driver.screens.notices.toasts.filter({ hasText: text });
    await expect(toast.first()).toBeVisible();
  },
  // The packages load again, which the state assertions check.
  'packages.outdated': async () => undefined,
  async 'account.outdated'({ page }) {
    await expect(page.getByText(/^You're already buying .* in another tab\./)).toHaveCount(0);
  },
  async 'attempt.settled'(driver) {
    const kept = () => driver.page.evaluate(() => JSON.stringify(Object.values(localStorage)));
    const message = 'the attempt is forgotten';
    await expect.poll(kept, { message }).not.toContain(referenceOf(driver));
  },
};

/** The fault drills' invariants that hold in each state of the checkout. */
export const assertTrueAccount = (driver: Driver): Promise<void> => {
  const account = accountStateOf(driver.addresses.store, driver.traffic.accessToken);
  return expectTrueAccount({ ...driver, customer: testDataOf(driver).customer, account });
};
