import { expect } from '@playwright/test';
import type { SavedCard } from '#contract/cards.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { userOf } from '#services/identity/stored-session.ts';
import { appMounted } from '#tests/browser/history.ts';
import { newPerson } from '#tests/browser/people.ts';
import { cvv, testCards } from '#tests/browser/screens/checkout.ts';
import { openEmptyPage, sessionOf, writeStorage } from '#tests/browser/stored-session.ts';
import { lost, paymentRequest, productList } from '../faults/fixtures.ts';
import { type Act, continueRequest, inSequence } from './acts.ts';
import { breakNextReply } from './browser-failures.ts';
import { newAttempt, testDataOf } from './checkout.test-data.ts';
import type { Driver } from './driver.ts';

export const starter = {
  id: 'starter-500',
  name: 'Starter',
  price_cents: 500,
  credits: 500,
  bonus_credits: 0,
  description: 'A first taste',
};
export const dearer = {
  id: 'plus-1200',
  name: 'Plus',
  price_cents: 1_100,
  credits: 1_200,
  bonus_credits: 100,
  description: 'POPULAR',
};

export const abortRequest =
  (name: string): Act =>
  async (driver) => {
    driver.pageErrors.allowMessage(lost);
    await (await driver.interceptor(name)).abort();
  };

export const holdRequests =
  (name: string): Act =>
  async ({ interceptor }) =>
    (await interceptor(name)).enable();

export const awaitRequest =
  (name: string): Act =>
  async ({ interceptor }) =>
    (await interceptor(name)).waitForRequest();

export const forgetPrice: Act = async ({ interceptor }) => (await interceptor('price')).disable();

export const refusePayment =
  (status: number, detail: string, code?: ErrorCode): Act =>
  async (driver) => {
    await driver.refuseNext('store', paymentRequest, status, { detail, code });
    await (await driver.interceptor('payment')).continue();
  };

export const refusePrice = refusePayment(409, 'The price of this package has changed.');
export const refuseKey = refusePayment(422, 'This Idempotency-Key belongs to another payment request.');
export const refuseToken = refusePayment(
  400,
  'These card details have already been used. Please enter your card again.',
);
export const refuseSavedCard = refusePayment(404, 'This card is no longer saved.', 'card-not-found');
export const refuseOldSignIn = refusePayment(403, 'Please sign in again.', 'recent-sign-in-required');
export const refusePackage = refusePayment(404, 'This package is no longer available.');

export const declinedByBank: Act = async (driver) => {
  testDataOf(driver).declined = 'Your card was declined. Please try another card or contact your bank.';
  driver.pageErrors.allowResponse(`${driver.addresses.store}/api/checkout/process-payment-token`, 402);
  await (await driver.interceptor('payment')).continue();
};

/** The store withdraws an attempt of an earlier visit, because it never got it. */
export const withdrawnByStore: Act = async (driver) => {
  testDataOf(driver).declined = 'your card was not charged';
  await (await driver.interceptor('payment')).continue();
};

export const breakPayment: Act = async (driver) => {
  await breakNextReply(driver.page, `${driver.addresses.store}/api/checkout/process-payment-token`, 'status');
  await refusePayment(400, 'No.')(driver);
};

export const offer =
  (...packages: readonly object[]): Act =>
  async ({ console, interceptor }) => {
    const fault = { service: 'store', match: productList, fault: 'malformed' } as const;
    await console.addFault({ ...fault, status: 200, body: JSON.stringify(packages) });
    await (await interceptor('price')).disable();
  };

export const breakOffer =
  (times: number): Act =>
  async ({ page, addresses, interceptor }) => {
    for (let time = 0; time < times; time += 1)
      await breakNextReply(page, `${addresses.store}/api/products/`, 'status');
    await (await interceptor('price')).disable();
  };

export const loadScript: Act = async (driver) => {
  const data = testDataOf(driver);
  if (!data.hasScript) await (await driver.interceptor('card script')).continue();
  data.hasScript = true;
  await (await driver.interceptor('card fields')).waitForRequest();
};

/** The app replaces a script that returned no token. */
export const forgetScript: Act = async (driver) => {
  testDataOf(driver).hasScript = false;
};

export const type =
  (field: string, value: string | ((driver: Driver) => string)): Act =>
  async (driver) => {
    const input = driver.screens.checkout.cardField(field);
    await input.fill(typeof value === 'string' ? value : value(driver));
    await input.press('Tab');
  };

export const typeNumber = type('Card number', (driver) => testCards[testDataOf(driver).card]);
export const typeExpiry = type('Expiry', '12/34');
export const typeSecurityCode = type('CVV', cvv);
const typeCard = inSequence(typeNumber, typeExpiry, typeSecurityCode);

/** The store's answer to the next request for the saved cards, which is held. */
export const listCards =
  (...cards: readonly SavedCard[]): Act =>
  async (driver) => {
    await driver.console.addFault({
      service: 'store',
      match: 'GET /api/cards',
      fault: 'malformed',
      status: 200,
      body: JSON.stringify({ cards }),
      times: 1,
    });
    await continueRequest('list of cards')(driver);
  };

/** Fills the form and pays. The new price and the token are held. */
export const payAt = async (driver: Driver, price: string, isCardSaved = false): Promise<void> => {
  const { screens, traffic } = driver;
  traffic.restart();
  await holdRequests('price')(driver);
  await screens.checkout.fillBilling(testDataOf(driver).customer);
  if (!isCardSaved) await typeCard(driver);
  await screens.checkout.pay(price).click();
};

/** Goes back and returns. During a payment, the app asks for confirmation first. */
export const leaveAndReturn =
  (isPaying: boolean): Act =>
  async ({ page, screens: { dashboard } }) => {
    await page.goBack();
    const warning = page.getByRole('dialog', { name: 'Leave during your payment?', exact: true });
    if (isPaying) await warning.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(page).toHaveURL('/terms');
    await page.goForward();
    await dashboard.buy('$5.00').waitFor();
  };

export const stopWaiting: Act = ({ screens: { checkout } }) =>
  checkout.region.getByRole('button', { name: 'Stop waiting', exact: true }).click();

const intercepted = ['list of cards', 'card script', 'card fields', 'token', 'payment', 'price'] as const;

/** Opens a page next to the dashboard as a signed-in customer. */
export const openTerms: Act = async (driver) => {
  const { page, console, addresses, interceptor } = driver;
  const data = testDataOf(driver);
  data.customer = newPerson();
  await console.createUser(data.customer);
  const session = await sessionOf(addresses.pool, data.customer);
  const [, idToken = ''] = session.find(([key]) => key.endsWith('.idToken')) ?? [];
  data.customerId = userOf(idToken)?.id ?? '';

  for (const name of intercepted) await interceptor(name);
  await forgetPrice(driver);
  await openEmptyPage(page);
  await writeStorage(page, session);
  await page.goto('/terms');
};

/** Before the app has mounted, a press would load another document, which asks nothing when it is left. */
export const toDashboard: Act = async ({ page }) => {
  await appMounted(page);
  await page.getByRole('link', { name: 'Back to the store', exact: true }).click();
};

/** The outcome of an earlier visit's attempt is unknown. */
export const toDashboardWithAttempt: Act = async (driver) => {
  const data = testDataOf(driver);
  data.attempt = newAttempt(data);
  const kept = [`coffer.attempts.${data.customerId}`, JSON.stringify([data.attempt])] as const;
  await writeStorage(driver.page, [kept]);
  await toDashboard(driver);
};
