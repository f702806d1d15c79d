import { expect } from '@playwright/test';
import type { CheckoutFailure } from '#machines/purchase/checkout.types.ts';
import { accountStateOf } from '../faults/account-state.ts';
import { expectTrueAccount } from '../faults/invariants.ts';
import { testDataOf } from './checkout.test-data.ts';
import type { Driver } from './driver.ts';

const failureTexts: Readonly<Partial<Record<CheckoutFailure['name'], string>>> = {
  'system-not-ready': 'Payment system not ready',
  'form-unavailable': 'Failed to initialize payment form',
  'token-missing': 'Failed to generate payment token',
  'token-timeout':
    'The card service did not respond in time. You have not been charged. Please enter your card again.',
  'start-failed': 'Failed to process payment',
  'token-refused':
    'These card details have already been used. You have not been charged. Please enter your card again.',
  'card-refused': 'Please use another card.',
  'sign-in-required': 'Please sign in again to pay with a saved card on this device.',
  'price-changed':
    'The price of this package has changed. You have not been charged. Please check the new total before you pay.',
  'package-withdrawn': 'This package is no longer available. You have not been charged.',
  'card-unchecked': "Your card couldn't be checked in time. You have not been charged. Please try again.",
  'ledger-unreadable': "We couldn't load your earlier purchases, so your payment wasn't started.",
  unreachable: "The store can't be reached. You have not been charged. Please try again.",
  unresolved: "We can't confirm yet whether your card was charged. Please don't pay again.",
};

export const textOf = (driver: Driver, { name }: CheckoutFailure): string => {
  const text = name === 'declined' ? testDataOf(driver).declined : failureTexts[name];
  if (text === undefined) throw new Error(`There is no text for the failure ${name}`);
  return text;
};

/** The id of the newest attempt: one that this page sent, or one from another tab or visit. */
export const referenceOf = (driver: Driver): string =>
  driver.payments.keys().at(-1) ?? testDataOf(driver).attempt?.id ?? 'no payment was sent';

export const processingText = 'Processing your payment…';
export const confirmingText = "Confirming your payment. Please don't pay again.";

export const expectPaymentStatus = ({ screens: { checkout } }: Driver, text: string): Promise<void> =>
  expect(checkout.region.getByText(text, { exact: true })).toBeVisible();

export const expectPayment = async (driver: Driver): Promise<void> => {
  const { checkout, dashboard } = driver.screens;
  await expectPaymentStatus(driver, processingText);
  await expect(checkout.cancel).toBeDisabled();
  await expect(dashboard.buy('$5.00')).toBeDisabled();
};

export const expectQuestion = async (driver: Driver, hasForm: boolean): Promise<void> => {
  const { checkout, dashboard } = driver.screens;
  await expectPaymentStatus(driver, hasForm ? confirmingText : 'Checking your last purchase…');
  await expect(checkout.region.getByRole('button', { name: 'Stop waiting', exact: true })).toBeEnabled();
  await expect(dashboard.buy('$5.00')).toBeDisabled();
};

export const expectOffer = async ({ page, screens: { checkout, dashboard } }: Driver): Promise<void> => {
  await expect(page).toHaveURL('/dashboard');
  await expect(dashboard.buy('$5.00')).toBeEnabled();
  await expect(checkout.region).toBeHidden();
};

export const expectUnresolved = async (driver: Driver): Promise<void> => {
  const { checkout, dashboard } = driver.screens;
  await expect(
    checkout.region.getByRole('heading', { name: 'Your payment is pending', exact: true }),
  ).toBeVisible();
  await expect(checkout.region.getByText(referenceOf(driver), { exact: true })).toBeVisible();
  await expect(dashboard.buy('$5.00')).toBeDisabled();
};

/** The fault drills' invariants that hold in each state of the checkout. */
export const assertTrueAccount = (driver: Driver): Promise<void> => {
  const account = accountStateOf(driver.addresses.store, driver.traffic.accessToken);
  return expectTrueAccount({ ...driver, customer: testDataOf(driver).customer, account });
};
