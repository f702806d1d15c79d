import { expect } from '@playwright/test';
import type { SavedCard } from '#contract/cards.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { CheckoutFailure } from '#machines/purchase/checkout.types.ts';
import { userOf } from '#services/identity/stored-session.ts';
import { appMounted } from '#tests/browser/history.ts';
import { newPerson } from '#tests/browser/people.ts';
import { cvv, testCards } from '#tests/browser/screens/checkout.ts';
import { openEmptyPage, sessionOf, writeStorage } from '#tests/browser/stored-session.ts';
import { accountStateOf } from '../faults/account-state.ts';
import { lost, paymentRequest, productList } from '../faults/fixtures.ts';
import { expectTrueAccount } from '../faults/invariants.ts';
import { breakNextReply } from './browser-failures.ts';
import { newAttempt, testDataOf } from './checkout.test-data.ts';
import { type Act, continueRequest, type Driver, inSequence } from './driver.ts';

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
  unreachable: "We can't reach the store. You have not been charged. Please try again.",
  unresolved: "We can't confirm yet whether your card was charged. Please don't pay again.",
};

export const textOf = (driver: Driver, { name }: CheckoutFailure): string => {
  const text = name === 'declined' ? testDataOf(driver).declined : failureTexts[name];
  if (text === undefined) throw new Error(`There is no text for the failure ${name}`);
  return text;
};

/** Returns the id of the newest attempt that this page sent, or of an attempt from another tab or visit. */
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
  await expect(checkout.region.getByRole('button', { name: 'Processing…', exact: true })).toBeDisabled();
  await expect(dashboard.buy('$5.00')).toBeDisabled();
  await expect(dashboard.buy('$5.00')).toHaveAccessibleDescription(/Payment in progress$/);
};

export const expectQuestion = async (driver: Driver, hasForm: boolean): Promise<void> => {
  const { checkout, dashboard } = driver.screens;
  await expectPaymentStatus(driver, hasForm ? confirmingText : 'Checking your last purchase…');
  await expect(checkout.region.getByRole('button', { name: 'Stop waiting', exact: true })).toBeEnabled();
  await expect(dashboard.buy('$5.00')).toBeDisabled();
};

/** A saved card is one line, until it is edited. */
export const expectSavedCard = async ({ screens: { checkout } }: Driver, name: string): Promise<void> => {
  await expect(checkout.region.getByText(name, { exact: true })).toBeVisible();
  if ((await checkout.region.getByRole('radio').count()) > 0) await expect(checkout.card(name)).toBeChecked();
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

/** Asserts the fault tests' invariants that are true in every state of the checkout. */
export const assertTrueAccount = (driver: Driver): Promise<void> => {
  const account = accountStateOf(driver.addresses.store, driver.traffic.accessToken);
  return expectTrueAccount({ ...driver, customer: testDataOf(driver).customer, account });
};

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
  driver.pageErrors.allowResponse('store', '/api/checkout/process-payment-token', 402);
  await (await driver.interceptor('payment')).continue();
};

/** Makes the store withdraw an earlier visit's attempt, which never reached it. */
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

/** Notes that the app will reload the script, because the script returned no token. */
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

/** Creates an action that responds to the held request for the saved cards. */
export const listCards =
  (...cards: readonly SavedCard[]): Act =>
  async (driver) => {
    await driver.console.reply('GET /api/cards', { cards });
    await continueRequest('list of cards')(driver);
  };

/** Fills in the form and pays. Holds the requests for the price and the token. */
export const payAt = async (driver: Driver, price: string, isCardSaved = false): Promise<void> => {
  const { screens, traffic } = driver;
  traffic.restart();
  await holdRequests('price')(driver);
  await screens.checkout.fillBilling(testDataOf(driver).customer);
  if (!isCardSaved) await typeCard(driver);
  await screens.checkout.pay(price).click();
};

/** Creates an action that goes back and returns. During a payment, the app first asks for confirmation. */
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

/** Opens the terms as a signed-in customer, from where the dashboard is one click away. */
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

/** Goes to the dashboard after the app has mounted. Before that, the link would load a new document. */
export const toDashboard: Act = async ({ page }) => {
  await appMounted(page);
  await page.getByRole('link', { name: 'Back to the store', exact: true }).click();
};

/** Goes to the dashboard with an earlier visit's attempt, whose outcome is unknown. */
export const toDashboardWithAttempt: Act = async (driver) => {
  const data = testDataOf(driver);
  data.attempt = newAttempt(data);
  const kept = [`coffer.attempts.${data.customerId}`, JSON.stringify([data.attempt])] as const;
  await writeStorage(driver.page, [kept]);
  await toDashboard(driver);
};
