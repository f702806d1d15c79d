import { expect } from '@playwright/test';
import type { paymentMachine } from '#machines/purchase/payment.ts';
import { testCards } from '#tests/browser/screens/checkout.ts';
import { writeHostedField } from '#tests/browser/screens/write-fields.ts';
import type { EventCaseName } from '#tests/model-testing/test-model.ts';
import type { paymentModel } from '#tests/models/machines/payment.ts';
import { savedCardName } from '#texts/cards.ts';
import { notArrived } from '../faults/fixtures.ts';
import { breakNextCall, breakNextReply, emptyNextToken } from './browser-failures.ts';
import { cardsFor, first, testDataOf } from './checkout.test-data.ts';
import type { Driver } from './driver.ts';
import { advanceClock, passLimit } from './page-timers.ts';
import {
  type Act,
  abortRequest,
  awaitRequest,
  breakOffer,
  breakPayment,
  continueRequest,
  dearer,
  declinedByBank,
  forgetPrice,
  holdRequests,
  inSequence,
  leaveAndReturn,
  listCards,
  loadScript,
  offer,
  openTerms,
  payAt,
  refuseKey,
  refusePackage,
  refusePrice,
  refuseToken,
  starter,
  stopWaiting,
  toDashboard,
  toDashboardWithAttempt,
  withdrawnByStore,
} from './purchase.actions.ts';
import type { EventExecutor, ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof paymentMachine, EventCaseName<typeof paymentModel>>;
type Snapshot = Parameters<Model['states'][string]>[1];

/** False for an attempt of an earlier visit. */
const isReplayable = ({ context }: Snapshot): boolean => context.paymentToken !== null;
const isQuoted = (before: Snapshot): boolean => before.matches({ preparing: 'tokenizing' });

const price = '$10.00';

const openForm: Act = async (driver) => {
  await openTerms(driver);
  await toDashboard(driver);
  await driver.screens.dashboard.buy(price).press('Enter');
  if (!testDataOf(driver).hasList) await listCards()(driver);
  await inSequence(loadScript, continueRequest('card fields'))(driver);
};

const payWithSavedCard: Act = async (driver) => {
  await inSequence(openTerms, toDashboard)(driver);
  await driver.screens.dashboard.buy(price).press('Enter');
  await listCards(first)(driver);
  await expect(driver.screens.checkout.card(savedCardName(first))).toBeChecked();
  await payAt(driver, price, true);
  await awaitRequest('price')(driver);
};

const payWithValidCard: Act = async (driver) => {
  await openForm(driver);
  await payAt(driver, price);
  await inSequence(awaitRequest('price'), awaitRequest('token'))(driver);
};

/** This store doesn't accept keys, so the app reads the ledger before it pays, and asks for no saved cards. */
const useStoreWithoutKeys: Act = async (driver) => {
  const { context } = driver;
  testDataOf(driver).hasList = true;
  await context.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), idempotencyKey: false } });
  });
};

const payWithUncheckedCard: Act = async (driver) => {
  const { page, screens, interceptor } = driver;
  await openForm(driver);
  await screens.checkout.fillBilling(testDataOf(driver).customer);
  await inSequence(holdRequests('price'), holdRequests('card check'))(driver);
  await writeHostedField(page, 'ccnumber', testCards.approved);
  await writeHostedField(page, 'ccexp', '12/34');
  await writeHostedField(page, 'cvv', '737');
  await screens.checkout.field('City').press('Enter');
  await (await interceptor('price')).waitForRequest();
};

export const paymentStarts: Model['create'] = {
  async 'a valid card is paid with'(driver, path) {
    testDataOf(driver).card = cardsFor(path)[0] ?? 'approved';
    await payWithValidCard(driver);
  },
  'a valid card is paid with at a store without keys': inSequence(
    useStoreWithoutKeys,
    payWithValidCard,
    holdRequests('baseline'),
  ),
  'an unchecked card is paid with': payWithUncheckedCard,
  'a saved card is paid with': payWithSavedCard,
  'an earlier attempt is checked': inSequence(openTerms, toDashboardWithAttempt),
};

/** The event follows at once from `prepare`; nothing is left to execute. */
const immediately = (prepare: (driver: Driver) => Promise<void>): EventExecutor<typeof paymentMachine> => ({
  prepare,
  immediate: true,
  execute: async () => undefined,
});

export const paymentExecutors: Model['events'] = {
  // A payment gets the latest reports on the card again, without typing.
  'the card number is valid': { execute: async () => undefined },
  'the page is left': {
    async execute(driver) {
      testDataOf(driver).hasLeft = true;
      await inSequence(leaveAndReturn(true), forgetPrice)(driver);
    },
  },

  'quotePackage answers: the same price': { execute: inSequence(continueRequest('price'), forgetPrice) },
  'quotePackage answers: another price': { execute: offer(starter, dearer) },
  'quotePackage answers: withdrawn': { execute: offer(starter) },
  'quotePackage answers: the store is away': { execute: inSequence(abortRequest('price'), forgetPrice) },
  'quotePackage fails': { execute: breakOffer(1) },
  'pricingLimit has passed': { execute: inSequence(advanceClock(10_000), forgetPrice) },
  'quoteLimit has passed': { execute: inSequence(advanceClock(10_000), forgetPrice) },

  'tokenize answers: a token': { execute: continueRequest('token') },
  'tokenize answers: no token': {
    execute: inSequence(({ page }) => emptyNextToken(page), continueRequest('token')),
  },
  'tokenize answers: no token in time': { when: isQuoted, execute: advanceClock(28_000) },
  'tokenize fails': {
    when: isQuoted,
    execute: inSequence(({ page }) => breakNextCall(page, 'throwIfAborted'), advanceClock(28_000)),
  },
  'cardCheckLimit has passed': { execute: inSequence(advanceClock(2_000), forgetPrice) },
  'tokenLimit has passed': { when: isQuoted, execute: advanceClock(30_000) },

  'readBaseline answers: noted': { immediate: true, execute: async () => undefined },
  'readBaseline answers: the store is away': { execute: abortRequest('baseline') },
  'readBaseline fails': {
    async execute(driver) {
      await breakNextReply(driver.page, `${driver.addresses.store}/api/transactions/history`, 'status');
      await continueRequest('baseline')(driver);
    },
  },
  'baselineLimit has passed': { execute: advanceClock(10_000) },
  'keepAttempt answers: kept': { execute: async () => undefined },
  'keepAttempt fails': immediately(({ page }) => breakNextCall(page, 'randomUUID')),

  'pay answers: approved': { execute: continueRequest('payment') },
  'pay answers: no answer': { execute: abortRequest('payment') },
  'pay answers: another price': { execute: refusePrice },
  'pay answers: a key of something else': { execute: refuseKey },
  'pay answers: a spent token': { execute: refuseToken },
  'pay answers: withdrawn': { execute: refusePackage },
  'pay answers: declined': { execute: declinedByBank },
  'pay fails': { execute: breakPayment },
  'chargeLimit has passed': { execute: inSequence(awaitRequest('payment'), advanceClock(30_000)) },

  'askOutcome answers: approved': { when: isReplayable, execute: continueRequest('payment') },
  'askOutcome answers: no answer': {
    async execute(driver, before) {
      if (isReplayable(before)) driver.pageErrors.allowMessage(notArrived);
      await abortRequest('payment')(driver);
    },
  },
  'askOutcome answers: a key of something else': { when: isReplayable, execute: refuseKey },
  'askOutcome answers: declined': {
    execute: (driver, before) => (isReplayable(before) ? declinedByBank : withdrawnByStore)(driver),
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
  'the waiting is stopped': { execute: stopWaiting },
};

export const paymentExemptions: Model['exempt'] = {
  'preparing: done tokenize [isTokenized]':
    'The gateway gives a token only for fields that it has called valid; tests/models has one that comes too early.',
};
