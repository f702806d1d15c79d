import { expect } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import type { paymentMachine } from '#machines/purchase/payment.ts';
import { changeConfig } from '#tests/browser/requests.ts';
import { testCards } from '#tests/browser/screens/checkout.ts';
import { writeHostedField } from '#tests/browser/screens/write-fields.ts';
import type { EventCaseName, TestPath } from '#tests/model-testing/test-model.ts';
import { paymentModel } from '#tests/models/machines/payment.ts';
import { savedCardName } from '#texts/cards.ts';
import { notArrived } from '../faults/fixtures.ts';
import { breakNextCall, breakNextReply, emptyNextToken } from './browser-failures.ts';
import { cardsFor, first, testDataOf } from './checkout.test-data.ts';
import {
  type Act,
  continueRequest,
  type Driver,
  type EventExecutor,
  inSequence,
  type ScreenSut,
} from './driver.ts';
import { advanceClock, passLimit } from './page-timers.ts';
import * as purchase from './purchase.actions.ts';

type CaseName = EventCaseName<typeof paymentModel>;
type CaseNames = ReadonlySet<string>;
type Snapshot = SnapshotFrom<typeof paymentMachine>;

const expectConfirmation = (driver: Driver, { context: { product } }: Snapshot): Promise<void> =>
  purchase.expectQuestion(driver, product !== null && !testDataOf(driver).hasLeft);

/** Allows the console message with which the app reports a failed payment to developers. */
const allowReport = ({ pageErrors }: Driver): void => void pageErrors.allowMessage('Payment: ');

/** Returns whether this page can repeat the payment request, which it can't for an earlier visit's attempt. */
const isReplayable = ({ context }: Snapshot): boolean => context.paymentToken !== null;
const isQuoted = (before: Snapshot): boolean => before.matches({ preparing: 'tokenizing' });

const price = '$10.00';

const openForm: Act = async (driver) => {
  await purchase.openTerms(driver);
  await purchase.toDashboard(driver);
  await driver.screens.dashboard.buy(price).press('Enter');
  if (!testDataOf(driver).hasList) await purchase.listCards()(driver);
  await inSequence(purchase.loadScript, continueRequest('card fields'))(driver);
};

const payWithSavedCard: Act = async (driver) => {
  await inSequence(purchase.openTerms, purchase.toDashboard)(driver);
  await driver.screens.dashboard.buy(price).press('Enter');
  await purchase.listCards(first)(driver);
  await purchase.expectSavedCard(driver, savedCardName(first));
  await purchase.payAt(driver, price, true);
  await purchase.awaitRequest('price')(driver);
};

const payWithValidCard: Act = async (driver) => {
  await openForm(driver);
  await purchase.payAt(driver, price);
  await inSequence(purchase.awaitRequest('price'), purchase.awaitRequest('token'))(driver);
};

/** Uses a store without idempotency keys. The app then reads the ledger before it pays, and lists no saved cards. */
const useStoreWithoutKeys: Act = async (driver) => {
  testDataOf(driver).hasList = true;
  await changeConfig(driver.context, { idempotencyKey: false });
};

const payWithUncheckedCard: Act = async (driver) => {
  const { page, screens, interceptor } = driver;
  await openForm(driver);
  await screens.checkout.fillBilling(testDataOf(driver).customer);
  await inSequence(purchase.holdRequests('price'), purchase.holdRequests('card check'))(driver);
  await writeHostedField(page, 'ccnumber', testCards.approved);
  await writeHostedField(page, 'ccexp', '12/34');
  await writeHostedField(page, 'cvv', '737');
  await screens.checkout.field('City').press('Enter');
  await (await interceptor('price')).waitForRequest();
};

/** Creates an executor for an event that `prepare` causes immediately, with nothing left to execute. */
const immediately = (prepare: (driver: Driver) => Promise<void>): EventExecutor<typeof paymentModel> => ({
  prepare,
  immediate: true,
  execute: async () => undefined,
});

const afterUncheckedCard: CaseNames = new Set<CaseName>(['cardCheckLimit has passed']);
const beforeBaseline: CaseNames = new Set<CaseName>([
  'quotePackage answers: the same price',
  'tokenize answers: a token',
]);
const baselineEnds: CaseNames = new Set<CaseName>([
  'readBaseline answers: the store is unavailable',
  'readBaseline fails',
  'baselineLimit has passed',
]);

/**
 * Returns whether the app can follow a path. Paths with a store without keys end when the app reads the ledger.
 * Paths with a saved card end before the payment, because the store doesn't have that card.
 */
const isPaymentFeasible = ({ start, steps }: TestPath): boolean => {
  if (start === 'an unchecked card is paid with')
    return steps.every(({ eventCase: { name } }) => afterUncheckedCard.has(name));
  if (start === 'a saved card is paid with') return steps.every(({ before }) => before.matches('pricing'));
  const hasKeys = start !== 'a valid card is paid with at a store without keys';
  return steps.every(({ before, eventCase: { name } }) => {
    const endsBaseline =
      baselineEnds.has(name) || (name === 'the page is left' && before.value === 'baselining');
    return hasKeys ? !endsBaseline : endsBaseline || beforeBaseline.has(name);
  });
};

export const paymentSut: ScreenSut<typeof paymentModel> = {
  model: paymentModel,
  create: {
    async 'a valid card is paid with'(driver, path) {
      testDataOf(driver).card = cardsFor(path)[0] ?? 'approved';
      await payWithValidCard(driver);
    },
    'a valid card is paid with at a store without keys': inSequence(
      useStoreWithoutKeys,
      payWithValidCard,
      purchase.holdRequests('baseline'),
    ),
    'an unchecked card is paid with': payWithUncheckedCard,
    'a saved card is paid with': payWithSavedCard,
    'an earlier attempt is checked': inSequence(purchase.openTerms, purchase.toDashboardWithAttempt),
  },
  events: {
    // Does nothing, because the card fields report their state to a payment without typing.
    'the card number is valid': async () => undefined,
    'the page is left': async (driver) => {
      testDataOf(driver).hasLeft = true;
      await inSequence(purchase.leaveAndReturn(true), purchase.forgetPrice)(driver);
    },

    'quotePackage answers: the same price': inSequence(continueRequest('price'), purchase.forgetPrice),
    'quotePackage answers: another price': purchase.offer(purchase.starter, purchase.dearer),
    'quotePackage answers: withdrawn': purchase.offer(purchase.starter),
    'quotePackage answers: the store is unavailable': inSequence(
      purchase.abortRequest('price'),
      purchase.forgetPrice,
    ),
    'quotePackage fails': purchase.breakOffer(1),
    'pricingLimit has passed': inSequence(advanceClock(10_000), purchase.forgetPrice),
    'quoteLimit has passed': inSequence(advanceClock(10_000), purchase.forgetPrice),

    'tokenize answers: a token': continueRequest('token'),
    'tokenize answers: no token': inSequence(({ page }) => emptyNextToken(page), continueRequest('token')),
    'tokenize answers: no token in time': { when: isQuoted, execute: advanceClock(28_000) },
    'tokenize fails': {
      when: isQuoted,
      execute: inSequence(({ page }) => breakNextCall(page, 'throwIfAborted'), advanceClock(28_000)),
    },
    'cardCheckLimit has passed': inSequence(advanceClock(2_000), purchase.forgetPrice),
    'tokenLimit has passed': { when: isQuoted, execute: advanceClock(30_000) },

    'readBaseline answers: noted': { immediate: true, execute: async () => undefined },
    'readBaseline answers: the store is unavailable': purchase.abortRequest('baseline'),
    'readBaseline fails': async (driver) => {
      await breakNextReply(driver.page, `${driver.addresses.store}/api/transactions/history`, 'status');
      await continueRequest('baseline')(driver);
    },
    'baselineLimit has passed': advanceClock(10_000),
    'keepAttempt answers: kept': async () => undefined,
    'keepAttempt fails': immediately(({ page }) => breakNextCall(page, 'randomUUID')),

    'pay answers: approved': continueRequest('payment'),
    'pay answers: no response': purchase.abortRequest('payment'),
    'pay answers: another price': purchase.refusePrice,
    'pay answers: a key of another request': purchase.refuseKey,
    'pay answers: a spent token': purchase.refuseToken,
    'pay answers: withdrawn': purchase.refusePackage,
    'pay answers: declined': purchase.declinedByBank,
    'pay fails': purchase.breakPayment,
    'chargeLimit has passed': inSequence(purchase.awaitRequest('payment'), advanceClock(30_000)),

    'askOutcome answers: approved': { when: isReplayable, execute: continueRequest('payment') },
    'askOutcome answers: no response': async (driver, before) => {
      if (isReplayable(before)) driver.pageErrors.allowMessage(notArrived);
      await purchase.abortRequest('payment')(driver);
    },
    'askOutcome answers: a key of another request': { when: isReplayable, execute: purchase.refuseKey },
    'askOutcome answers: declined': (driver, before) =>
      (isReplayable(before) ? purchase.declinedByBank : purchase.withdrawnByStore)(driver),
    'askOutcome fails': { when: isReplayable, execute: purchase.breakPayment },
    // Only the request after the pause is visible, so advance the clock until it is sent.
    'confirmationInterval has passed': async ({ page, interceptor }) => {
      const payment = await interceptor('payment');
      await expect(async () => {
        await passLimit(page, 2_000);
        expect(payment.hasRequest()).toBe(true);
      }).toPass({ intervals: [200] });
    },
    'confirmationLimit has passed': advanceClock(60_000),
    'the customer stops waiting': purchase.stopWaiting,
  },
  states: {
    pricing: purchase.expectPayment,
    'preparing.quoting': purchase.expectPayment,
    'preparing.tokenizing': purchase.expectPayment,
    baselining: purchase.expectPayment,
    recording: purchase.expectPayment,
    charging: purchase.expectPayment,
    'confirming.asking': expectConfirmation,
    'confirming.pausing': expectConfirmation,
    approved: async ({ screens: { dashboard } }) => {
      await expect(dashboard.success).toContainText('Added 1,300 credits.');
    },
    refused: async (driver, { output }) => {
      if (output?.outcome !== 'refused') throw new Error('A refused payment has no reason');
      const { failure, product } = output;
      if (failure === null) return purchase.expectOffer(driver);
      const { checkout, dashboard } = driver.screens;
      const alerts = checkout.failure.or(dashboard.packages.getByRole('alert'));
      await expect(alerts.filter({ hasText: purchase.textOf(driver, failure) }).first()).toBeVisible();
      if (product === null && failure.name !== 'card-unchecked') allowReport(driver);
    },
    unknown: async (driver, { output }) => {
      await purchase.expectUnresolved(driver);
      if (output?.outcome === 'unknown' && output.failure !== null) allowReport(driver);
    },
  },
  emitted: {},
  assertAtEnd: purchase.assertTrueAccount,
  exempt: {
    'preparing: done tokenize [isTokenized]':
      'The gateway gives a token only for fields that it has called valid; tests/models has one that comes too early.',
  },
  isFeasible: isPaymentFeasible,
};
