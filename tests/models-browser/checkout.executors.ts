import { expect } from '@playwright/test';
import type { checkoutMachine } from '#machines/checkout.ts';
import { userOf } from '#services/identity/kept-session.ts';
import { newPerson } from '#tests/browser/people.ts';
import { cvv, testCards } from '#tests/browser/screens/checkout.ts';
import { openEmptyPage, sessionOf, writeStorage } from '#tests/browser/stored-session.ts';
import type { checkoutModel } from '#tests/models/machines/checkout.ts';
import type { EventCaseName } from '#tests/models/test-model.ts';
import { lost, notArrived, paymentRequest, productList } from '../faults/fixtures.ts';
import { breakNextCall, breakNextReply, emptyNextToken } from './browser-failures.ts';
import type { BrowserTestModel, EventExecutor } from './browser-test-model.ts';
import { cardsFor, newAttempt, testDataOf } from './checkout.test-data.ts';
import type { Driver } from './driver.ts';
import { advanceClock, passLimit } from './page-timers.ts';

type Model = BrowserTestModel<typeof checkoutMachine, EventCaseName<typeof checkoutModel>>;
type Snapshot = Parameters<Model['stateAssertions'][string]>[1];
type Execute = EventExecutor<typeof checkoutMachine>['execute'];

const starter = {
  id: 'starter-500',
  name: 'Starter',
  price_cents: 500,
  credits: 500,
  bonus_credits: 0,
  description: 'A first taste',
};
const dearer = {
  id: 'plus-1200',
  name: 'Plus',
  price_cents: 1_100,
  credits: 1_200,
  bonus_credits: 100,
  description: 'POPULAR',
};

const continueRequest =
  (name: string): Execute =>
  async (driver) =>
    (await driver.interceptor(name)).continue();

const abortRequest =
  (name: string): Execute =>
  async (driver) => {
    driver.pageErrors.allowMessage(lost);
    await (await driver.interceptor(name)).abort();
  };

const refusePayment =
  (status: number, detail: string): Execute =>
  async (driver) => {
    await driver.refuseNext('store', paymentRequest, status, { detail });
    await (await driver.interceptor('payment')).continue();
  };

const breakPayment: Execute = async (driver, before) => {
  await breakNextReply(driver.page, `${driver.addresses.store}/api/checkout/process-payment-token`, 'status');
  await refusePayment(400, 'No.')(driver, before);
};

const offer =
  (...packages: readonly object[]): Execute =>
  async ({ console, interceptor }) => {
    const fault = { service: 'store', match: productList, fault: 'malformed' } as const;
    await console.addFault({ ...fault, status: 200, body: JSON.stringify(packages) });
    await (await interceptor('price')).disable();
  };

const breakOffer =
  (times: number): Execute =>
  async ({ page, addresses, interceptor }) => {
    for (let time = 0; time < times; time += 1)
      await breakNextReply(page, `${addresses.store}/api/products/`, 'status');
    await (await interceptor('price')).disable();
  };

const forgetPrice: Execute = async ({ interceptor }) => (await interceptor('price')).disable();

const inSequence =
  (...executions: readonly Execute[]): Execute =>
  async (driver, before) => {
    for (const execute of executions) await execute(driver, before);
  };

const loadScript: Execute = async (driver) => {
  const data = testDataOf(driver);
  if (!data.hasScript) await (await driver.interceptor('card script')).continue();
  data.hasScript = true;
  await (await driver.interceptor('card fields')).waitForRequest();
};

/** The app replaces a script that returned no token. */
const forgetScript: Execute = async (driver) => {
  testDataOf(driver).hasScript = false;
};

const type =
  (field: string, value: string | ((driver: Driver) => string)): Execute =>
  async (driver) => {
    const input = driver.screens.checkout.cardField(field);
    await input.fill(typeof value === 'string' ? value : value(driver));
    await input.press('Tab');
  };

const typeNumber = type('Card number', (driver) => testCards[testDataOf(driver).card]);

/** Goes back and returns. During a payment, the app asks for confirmation first. */
const leaveAndReturn: Execute = async ({ page, screens: { dashboard } }, before) => {
  await page.goBack();
  const warning = page.getByRole('dialog', { name: 'Leave during your payment?', exact: true });
  if (before.matches('processing')) await warning.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL('/terms');
  await page.goForward();
  await dashboard.buy('$5.00').waitFor();
};

const elsewhere = "You're already buying Plus in another tab. Paying here will make a second purchase.";

/** The event follows at once from `prepare`; nothing is left to execute. */
const immediately = (prepare: (driver: Driver) => Promise<void>): EventExecutor<typeof checkoutMachine> => ({
  prepare,
  immediate: true,
  execute: async () => undefined,
});

const toDashboard: Execute = async ({ page }) => {
  await page.getByRole('link', { name: 'Back to the store', exact: true }).click();
};

/** False once the visitor has left the page during the payment. */
const isReplayable = ({ context }: Snapshot): boolean => context.paymentToken !== null;
const isPlus = ({ context }: Snapshot): boolean => context.product?.id === 'plus';
const fields = ['ccnumber', 'ccexp', 'cvv'] as const;
const isCardValid = ({ context: { cardFields } }: Snapshot): boolean =>
  fields.every((field) => cardFields[field].valid);
/** Typing that also clears a failure is a separate event. */
const isFailureOutdated = (before: Snapshot): boolean => before.can({ type: 'form.edited' });
const isEntry = (before: Snapshot): boolean => !before.matches('processing') && !isFailureOutdated(before);
const isQuoted = (before: Snapshot): boolean =>
  before.matches({ processing: { preparing: { price: 'quoted' } } });
const isTokenised = (before: Snapshot): boolean => before.context.paymentToken !== null;
const isBeforePayment = (before: Snapshot): boolean =>
  before.matches('ready') || before.matches({ idle: 'choosing' });

const intercepted = ['card script', 'card fields', 'token', 'payment', 'price'] as const;

export const checkoutStarts: Model['starts'] = {
  async 'the dashboard is opened'(driver, path) {
    const { page, console, addresses, interceptor } = driver;
    const data = testDataOf(driver);
    data.customer = newPerson();
    data.cards = cardsFor(path);
    await console.createUser(data.customer);
    const session = await sessionOf(addresses.pool, data.customer);
    const [, idToken = ''] = session.find(([key]) => key.endsWith('.idToken')) ?? [];
    data.customerId = userOf(idToken)?.id ?? '';

    for (const name of intercepted) await interceptor(name);
    await forgetPrice(driver, path.initial);
    await openEmptyPage(page);
    await writeStorage(page, session);
    await page.goto('/terms');
  },
};

const declinedByBank = async (driver: Driver): Promise<void> => {
  testDataOf(driver).declined = 'Your card was declined. Please try another card or contact your bank.';
  driver.pageErrors.allowResponse(`${driver.addresses.store}/api/checkout/process-payment-token`, 402);
  await (await driver.interceptor('payment')).continue();
};

export const priceOf = ({ context: { product } }: Snapshot): string => {
  if (product === null) throw new Error('No package is being bought');
  return `$${(product.price_cents / 100).toFixed(2)}`;
};

export const checkoutExecutors: Model['eventExecutors'] = {
  'recallAttempt answers: no attempt is open': { execute: toDashboard },
  'recallAttempt answers: an attempt is open': {
    async execute(driver, before) {
      const data = testDataOf(driver);
      data.attempt = newAttempt(data);
      const kept = [`coffer.attempts.${data.customerId}`, JSON.stringify([data.attempt])] as const;
      await writeStorage(driver.page, [kept]);
      await toDashboard(driver, before);
    },
  },

  // With the keyboard, because a toast may cover the buttons.
  'the package Plus is selected': {
    execute: ({ screens: { dashboard } }) => dashboard.buy('$10.00').press('Enter'),
  },
  'the package Pro is selected': {
    execute: ({ screens: { dashboard } }) => dashboard.buy('$25.00').press('Enter'),
  },
  'the checkout is cancelled': { execute: ({ screens: { checkout } }) => checkout.cancel.press('Enter') },

  'mountCardFields answers: mounted': { execute: inSequence(loadScript, continueRequest('card fields')) },
  'mountCardFields answers: no script': { execute: abortRequest('card script') },
  'mountCardFields fails': {
    execute: inSequence(
      loadScript,
      ({ page }) => breakNextCall(page, 'throwIfAborted'),
      continueRequest('card fields'),
    ),
  },
  'cardFieldsLimit has passed': { execute: inSequence(loadScript, advanceClock(10_000)) },
  'the card fields are retried': { execute: ({ screens: { checkout } }) => checkout.retry.click() },
  'the card fields are lost': { execute: leaveAndReturn },
  'the card number is valid': { when: isEntry, execute: typeNumber },
  'the expiry is valid': { when: isEntry, execute: type('Expiry', '12/34') },
  'the security code is valid': { when: isEntry, execute: type('CVV', cvv) },
  'the security code is not valid': {
    when: isEntry,
    execute: inSequence(type('CVV', '7'), async ({ screens: { checkout } }) => {
      await expect(checkout.region.locator('[data-invalid="true"]')).toHaveCount(1);
    }),
  },

  'the form is edited': {
    async execute({ screens: { checkout } }) {
      const city = checkout.field('City');
      await city.fill(`${await city.inputValue()} `);
    },
  },

  'the payment is submitted': {
    when: isCardValid,
    async execute(driver, before) {
      const { screens, interceptor, traffic } = driver;
      const data = testDataOf(driver);
      traffic.restart();
      (await interceptor('price')).enable();
      const card = data.cards.shift() ?? 'approved';
      const isOther = card !== data.card;
      data.card = card;
      if (isOther || before.matches('error')) await typeNumber(driver, before);
      await screens.checkout.fillBilling(data.customer);
      await screens.checkout.pay(priceOf(before)).click();
    },
  },
  'quotePackage answers: the same price': { execute: inSequence(continueRequest('price'), forgetPrice) },
  // If the token request were still held, its token would go to the next payment.
  'quotePackage answers: another price': {
    when: (before) => isPlus(before) && isTokenised(before),
    execute: offer(starter, dearer),
  },
  'quotePackage answers: withdrawn': { when: isTokenised, execute: offer(starter) },
  'quotePackage answers: the store is away': {
    when: isTokenised,
    execute: inSequence(abortRequest('price'), forgetPrice),
  },
  'quotePackage fails': { when: isTokenised, execute: breakOffer(1) },
  'quoteLimit has passed': { when: isTokenised, execute: inSequence(advanceClock(10_000), forgetPrice) },
  'tokenise answers: a token': { execute: continueRequest('token') },
  'tokenise answers: no gateway': {
    when: (before) => !isQuoted(before),
    prepare: ({ page }) =>
      page.evaluate(() => {
        Object.assign(window, { KeptCollectJS: Reflect.get(window, 'CollectJS') });
        Reflect.deleteProperty(window, 'CollectJS');
      }),
    immediate: true,
    async execute({ page, interceptor, screens: { checkout } }) {
      await checkout.failure.waitFor();
      await page.evaluate(() => Object.assign(window, { CollectJS: Reflect.get(window, 'KeptCollectJS') }));
      await (await interceptor('price')).disable();
    },
  },
  'tokenise answers: no token': {
    when: isQuoted,
    execute: inSequence(({ page }) => emptyNextToken(page), continueRequest('token')),
  },
  'tokenise answers: no token in time': {
    when: isQuoted,
    execute: inSequence(advanceClock(28_000), forgetScript),
  },
  'tokenLimit has passed': { when: isQuoted, execute: inSequence(advanceClock(30_000), forgetScript) },
  'readBaseline answers: noted': { immediate: true, execute: async () => undefined },
  'keepAttempt answers: kept': { execute: async () => undefined },
  'keepAttempt fails': immediately(({ page }) => breakNextCall(page, 'randomUUID')),

  'pay answers: approved': { execute: continueRequest('payment') },
  'pay answers: no answer': { execute: abortRequest('payment') },
  'pay answers: another price': {
    execute: inSequence(
      async ({ interceptor }) => (await interceptor('price')).enable(),
      refusePayment(409, 'The price of this package has changed.'),
    ),
  },
  'pay answers: a key of something else': {
    execute: refusePayment(422, 'This Idempotency-Key belongs to another payment request.'),
  },
  'pay answers: a spent token': {
    execute: refusePayment(400, 'These card details have already been used. Please enter your card again.'),
  },
  'pay answers: withdrawn': { execute: refusePayment(404, 'This package is no longer available.') },
  'pay answers: declined': { execute: declinedByBank },
  'pay fails': { execute: breakPayment },
  'chargeLimit has passed': { execute: advanceClock(30_000) },

  'quotePackageAgain answers: another price': { when: isPlus, execute: offer(starter, dearer) },
  'quotePackageAgain answers: withdrawn': { execute: offer(starter) },
  'quotePackageAgain fails': { execute: breakOffer(2) },
  'requoteLimit has passed': { execute: inSequence(advanceClock(10_000), forgetPrice) },

  'askOutcome answers: approved': { when: isReplayable, execute: continueRequest('payment') },
  'askOutcome answers: no answer': {
    async execute(driver, before) {
      if (isReplayable(before)) driver.pageErrors.allowMessage(notArrived);
      await abortRequest('payment')(driver, before);
    },
  },
  'askOutcome answers: a key of something else': {
    when: isReplayable,
    execute: refusePayment(422, 'This Idempotency-Key belongs to another payment request.'),
  },
  'askOutcome answers: declined': {
    async execute(driver, before) {
      if (isReplayable(before)) return declinedByBank(driver);
      testDataOf(driver).declined = 'your card was not charged';
      await continueRequest('payment')(driver, before);
    },
  },
  'askOutcome fails': { when: isReplayable, execute: breakPayment },
  'confirmationInterval has passed': {
    // The start of the pause isn't visible, only the next request.
    async execute({ page, interceptor }) {
      const payment = await interceptor('payment');
      await expect(async () => {
        await passLimit(page, 2_000);
        expect(payment.hasRequest()).toBe(true);
      }).toPass({ intervals: [200] });
    },
  },
  'confirmationLimit has passed': { execute: advanceClock(60_000) },
  'the waiting is stopped': {
    execute: ({ screens: { checkout } }) =>
      checkout.region.getByRole('button', { name: 'Stop waiting', exact: true }).click(),
  },
  'the outcome is asked for again': {
    execute: ({ screens: { checkout } }) =>
      checkout.region.getByRole('button', { name: 'Check again', exact: true }).click(),
  },
  'the open outcome is acknowledged': {
    execute: ({ screens: { checkout } }) =>
      checkout.region.getByRole('button', { name: 'Dismiss', exact: true }).click(),
  },
  'the success is dismissed': { execute: ({ screens: { dashboard } }) => dashboard.continue.click() },
  'the page is left': {
    // This store needs no baseline, so the visitor can't leave while one loads.
    when: (before) => !before.matches({ processing: 'baselining' }),
    execute: inSequence(leaveAndReturn, forgetPrice),
  },

  'another tab is buying': {
    when: (before) => isBeforePayment(before) && before.context.otherTabAttempts.length === 0,
    async execute(driver) {
      const data = testDataOf(driver);
      data.attempt = newAttempt(data);
      await driver.otherTab.beginPurchase(data.attempt);
      await expect(driver.page.getByText(elsewhere)).toBeVisible();
    },
  },
  'another tab has bought': {
    when: ({ context }) => context.otherTabAttempts.length > 0,
    async execute(driver) {
      const { attempt } = testDataOf(driver);
      if (attempt === null) throw new Error('No other tab is buying');
      await driver.otherTab.endPurchase(attempt);
    },
  },
  'another tab ends in mid-purchase': {
    when: (before) => before.matches({ idle: 'choosing' }) && before.context.otherTabAttempts.length > 0,
    execute: ({ otherTab }) => otherTab.close(),
  },
};
