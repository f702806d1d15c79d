import { expect } from '@playwright/test';
import type { SavedCard } from '#contract/cards.ts';
import { selectCardId } from '#machines/purchase/checkout.selectors.ts';
import type { checkoutModel } from '#tests/models/machines/checkout.ts';
import { cardChoiceTexts, savedCardName } from '#texts/cards.ts';
import { breakNextCall } from './browser-failures.ts';
import { first, newAttempt, second, testDataOf } from './checkout.test-data.ts';
import { type Act, continueRequest, type EventExecutor, inSequence, type ScreenSut } from './driver.ts';
import { advanceClock } from './page-timers.ts';
import * as purchase from './purchase.actions.ts';

type Model = ScreenSut<typeof checkoutModel>;
type Snapshot = Parameters<Model['states'][string]>[1];
type Executor = EventExecutor<typeof checkoutModel>;

const elsewhere = "You're already buying Plus in another tab. Paying here will make a second purchase.";

const isPlus = ({ context }: Snapshot): boolean => context.product?.id === 'plus';
/** Returns whether the form is open: the customer hasn't left it, and the attempt is from this visit. */
const isAtForm = ({ context }: Snapshot): boolean => context.product !== null;
/** Returns whether this page can repeat the payment request, which it can't for earlier visits' attempts. */
const isReplayable = ({ context }: Snapshot): boolean => context.attempt === null;
const isSaved = (before: Snapshot): boolean => selectCardId(before) !== null;
/** Returns whether the purchase code has loaded. Loading is too fast to see. */
const isOpened = (before: Snapshot): boolean => !before.matches({ 'card-loading': 'opening' });
const hasCardChoice = (before: Snapshot): boolean =>
  isOpened(before) && !before.matches({ 'card-loading': 'listing' });
const isTyped = (before: Snapshot): boolean => !isSaved(before);
/** Returns whether typing would clear a failure, which is a separate event. */
const isFailureOutdated = (before: Snapshot): boolean => before.can({ type: 'form.edited' });
/** Returns whether a payment is running, to which the card fields report their state without typing. */
const isReported = (before: Snapshot): boolean => before.matches('processing') && isAtForm(before);
const isEntry = (before: Snapshot): boolean =>
  (before.matches('ready') || before.matches({ error: 'correctable' })) &&
  isTyped(before) &&
  !isFailureOutdated(before);
const isBeforePayment = (before: Snapshot): boolean =>
  before.matches('ready') || before.matches({ idle: 'choosing' });

const report = (act: Act): Executor => ({
  when: (before) => isEntry(before) || isReported(before),
  execute: async (driver, before) => {
    if (!isReported(before)) await act(driver);
  },
});

const sendPayment = inSequence(
  continueRequest('price'),
  purchase.forgetPrice,
  continueRequest('token'),
  purchase.awaitRequest('payment'),
);

/** Creates an executor for a payment's outcome. Sends the held payment first, unless the customer has left. */
const answer = (when: (before: Snapshot) => boolean, act: Act): Executor => ({
  when: (before) => when(before) && !isSaved(before),
  execute: async (driver, before) => {
    if (isAtForm(before)) await sendPayment(driver);
    await act(driver);
  },
});

/** Creates an executor for an outcome before payment. Releases its token, so that no later payment can get that token. */
const answerBefore = (act: Act, when: (before: Snapshot) => boolean = isAtForm): Executor => ({
  when: (before) => when(before) && !isSaved(before),
  execute: inSequence(continueRequest('token'), act),
});

const answerSaved = (act: Act): Executor => ({
  when: (before) => isAtForm(before) && isSaved(before),
  execute: inSequence(continueRequest('price'), purchase.forgetPrice, act),
});

/** Creates an executor for a list of cards, which the page requests only if it hasn't cached a list. */
const answerList = (...cards: readonly SavedCard[]): Executor => ({
  async execute(driver) {
    const data = testDataOf(driver);
    if (!data.hasList) await purchase.listCards(...cards)(driver);
    data.hasList = true;
  },
});

const chooseCard =
  (name: string): Act =>
  async ({ screens: { checkout } }) => {
    await checkout.unfold('Card');
    await checkout.card(name).check();
  };

/** Without saved cards, a declined card gives way to empty fields. */
const chooseAnotherCard: Executor['execute'] = async (driver, before) => {
  const { region } = driver.screens.checkout;
  if (isSaved(before)) await chooseCard(cardChoiceTexts.another)(driver);
  else await region.getByRole('button', { name: 'Enter another card', exact: true }).click();
};

const passConfirmation: Executor['execute'] = async (driver, before) => {
  if (isAtForm(before)) {
    await sendPayment(driver);
    await advanceClock(30_000)(driver);
    await purchase.expectPaymentStatus(driver, purchase.confirmingText);
  }
  await advanceClock(60_000)(driver);
};

const stopConfirmation: Executor['execute'] = async (driver, before) => {
  if (isAtForm(before)) await inSequence(sendPayment, purchase.abortRequest('payment'))(driver);
  await purchase.stopWaiting(driver);
};

export const priceOf = ({ context: { product } }: Snapshot): string => {
  if (product === null) throw new Error('No package is being bought');
  return `$${(product.price_cents / 100).toFixed(2)}`;
};

export const checkoutExecutors: Model['events'] = {
  'recallAttempt answers: no attempt is open': purchase.toDashboard,
  'recallAttempt answers: an attempt is open': purchase.toDashboardWithAttempt,

  // Press buttons with the keyboard, because a toast can cover them.
  'the package Plus is selected': {
    when: isOpened,
    execute: ({ screens: { dashboard } }) => dashboard.buy('$10.00').press('Enter'),
  },
  'the package Pro is selected': {
    when: isOpened,
    execute: ({ screens: { dashboard } }) => dashboard.buy('$25.00').press('Enter'),
  },
  'the checkout is canceled': {
    when: isOpened,
    execute: ({ screens: { checkout } }) => checkout.cancel.press('Enter'),
  },

  'loadPurchase answers: loaded': { immediate: true, execute: async () => undefined },
  'listCards answers: no cards': answerList(),
  'listCards answers: two cards': answerList(first, second),
  'listCards fails': async (driver) => {
    await driver.refuseNext('store', 'GET /api/cards', 500);
    await continueRequest('list of cards')(driver);
  },
  'listLimit has passed': advanceClock(4_000),
  'the second saved card is chosen': { when: hasCardChoice, execute: chooseCard(savedCardName(second)) },
  'another card is chosen': { when: hasCardChoice, execute: chooseAnotherCard },
  'the customer asks to save the card': {
    when: (before) => hasCardChoice(before) && !before.hasTag('busy') && !before.matches('success'),
    execute: ({ screens: { checkout } }) => checkout.saveCard.check(),
  },
  'mountCardFields answers: mounted': inSequence(purchase.loadScript, continueRequest('card fields')),
  'mountCardFields answers: no script': purchase.abortRequest('card script'),
  'mountCardFields fails': inSequence(
    purchase.loadScript,
    ({ page }) => breakNextCall(page, 'throwIfAborted'),
    continueRequest('card fields'),
  ),
  'cardFieldsLimit has passed': {
    when: (before) => before.matches({ 'card-loading': 'mounting' }),
    execute: inSequence(purchase.loadScript, advanceClock(10_000)),
  },
  'the card fields are retried': ({ screens: { checkout } }) => checkout.retry.click(),
  'the customer is back at the page': purchase.leaveAndReturn(false),
  // Load the list late: its radio buttons make the page mount the fields in other elements.
  'the card fields are lost': {
    when: ({ context: { cardIds, choice } }) => cardIds.length === 0 && choice?.cardId === null,
    execute: answerList(first, second).execute,
  },
  'the card number is valid': report(purchase.typeNumber),
  'the expiry is valid': report(purchase.typeExpiry),
  'the security code is valid': report(purchase.typeSecurityCode),
  'the security code is not valid': {
    when: isEntry,
    execute: inSequence(purchase.type('CVV', '7'), async ({ screens: { checkout } }) => {
      await expect(checkout.region.locator('[data-invalid="true"]')).toHaveCount(1);
    }),
  },

  'the form is edited': async ({ screens: { checkout } }) => {
    await checkout.unfold('Billing address');
    const city = checkout.field('City');
    await city.fill(`${await city.inputValue()} `);
  },

  'the payment is submitted': async (driver, before) => {
    const data = testDataOf(driver);
    data.card = data.cards.shift() ?? 'approved';
    await purchase.payAt(driver, priceOf(before), isSaved(before));
  },
  'payment answers: approved': answer(isReplayable, continueRequest('payment')),
  'payment answers: no response in time': { when: isTyped, execute: passConfirmation },
  'payment answers: the customer stopped waiting': { when: isTyped, execute: stopConfirmation },
  'payment answers: a sign-in that is too old': answerSaved(purchase.refuseOldSignIn),
  'payment answers: a refused saved card': answerSaved(purchase.refuseSavedCard),
  'payment answers: another price': answerBefore(
    purchase.offer(purchase.starter, purchase.dearer),
    (before) => isAtForm(before) && isPlus(before),
  ),
  'payment answers: another price than was sent': answer(
    isAtForm,
    inSequence(purchase.holdRequests('price'), purchase.refusePrice),
  ),
  'payment answers: withdrawn before it was sent': answerBefore(purchase.offer(purchase.starter)),
  'payment answers: withdrawn': answer(isAtForm, purchase.refusePackage),
  'payment answers: no gateway': {
    when: (before) => isAtForm(before) && isTyped(before),
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
  'payment answers: no token in time': {
    when: (before) => isAtForm(before) && isTyped(before),
    execute: inSequence(
      continueRequest('price'),
      purchase.forgetPrice,
      (driver) => purchase.expectPaymentStatus(driver, purchase.processingText),
      advanceClock(28_000),
      purchase.forgetScript,
    ),
  },
  'payment answers: a spent token': answer(isAtForm, purchase.refuseToken),
  'payment answers: the store is unavailable': answerBefore(
    inSequence(purchase.abortRequest('price'), purchase.forgetPrice),
  ),
  'payment answers: declined': {
    when: isTyped,
    async execute(driver, before) {
      if (isAtForm(before)) await sendPayment(driver);
      await (isReplayable(before) ? purchase.declinedByBank : purchase.withdrawnByStore)(driver);
    },
  },

  'quotePackage answers: another price': {
    when: isPlus,
    execute: purchase.offer(purchase.starter, purchase.dearer),
  },
  'quotePackage answers: withdrawn': purchase.offer(purchase.starter),
  'quotePackage fails': purchase.breakOffer(2),
  'requoteLimit has passed': inSequence(advanceClock(10_000), purchase.forgetPrice),

  'the outcome is checked again': ({ screens: { checkout } }) =>
    checkout.region.getByRole('button', { name: 'Check again', exact: true }).click(),
  'the open outcome is acknowledged': async ({ page, screens: { checkout } }) => {
    const dismiss = { name: 'Dismiss', exact: true } as const;
    await checkout.region.getByRole('button', dismiss).click();
    await page.getByRole('dialog').getByRole('button', dismiss).click();
  },
  'the payment that was set aside is asked for again': ({ screens: { dashboard } }) =>
    dashboard.packages.getByRole('button', { name: 'Check again', exact: true }).click(),
  'the success is dismissed': ({ screens: { dashboard } }) => dashboard.continue.click(),
  'the page is left': {
    when: (before) =>
      isOpened(before) && (!before.matches('processing') || (isAtForm(before) && isTyped(before))),
    // Send the payment first, because the payment's own model covers leaving before that.
    async execute(driver, before) {
      if (before.matches('processing')) await sendPayment(driver);
      await inSequence(purchase.leaveAndReturn(before.hasTag('busy')), purchase.forgetPrice)(driver);
    },
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
  'another tab closes during a purchase': {
    when: (before) => before.matches({ idle: 'choosing' }) && before.context.otherTabAttempts.length > 0,
    execute: ({ otherTab }) => otherTab.close(),
  },
};

export const checkoutExemptions: Model['exempt'] = {
  '(any): attempts.set-aside':
    'The app checks it at once, which ends it here. tests/faults has an outcome that stays unknown.',
  'idle.resuming: error recallAttempt':
    'Storage and locks that the browser refuses count as absent; tests/models has the failure at the actor.',
};
