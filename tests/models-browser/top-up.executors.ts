import type { TopUp } from '#contract/top-up.ts';
import { selectTopUpView } from '#machines/top-up.selectors.ts';
import type { topUpMachine } from '#machines/top-up.ts';
import { newPerson } from '#tests/browser/people.ts';
import { openEmptyPage, sessionOf, writeStorage } from '#tests/browser/stored-session.ts';
import type { EventCaseName } from '#tests/model-testing/test-model.ts';
import { first } from '#tests/models/machines/cards.ts';
import { off, on, paused, stopped, type topUpModel } from '#tests/models/machines/top-up.ts';
import { breakNextReply } from './browser-failures.ts';
import type { Driver } from './driver.ts';
import { advanceClock } from './page-timers.ts';
import type { EventExecutor, ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof topUpMachine, EventCaseName<typeof topUpModel>>;
type Executor = EventExecutor<typeof topUpMachine>;
type Snapshot = Parameters<Model['states'][string]>[1];

const path = '/api/top-up';

/** The request that the machine waits for, and its interceptor. */
const callOf = (before: Snapshot): { readonly request: string; readonly interceptor: string } => {
  if (before.matches('saving')) return { request: `PUT ${path}`, interceptor: 'save of the top-up' };
  if (before.matches('turning-off')) return { request: `DELETE ${path}`, interceptor: 'end of the top-up' };
  return { request: `GET ${path}`, interceptor: 'top-up' };
};

const continueCall = async (driver: Driver, before: Snapshot): Promise<void> =>
  (await driver.interceptor(callOf(before).interceptor)).continue();

const answerWith = (topUp: TopUp): Executor => ({
  async execute(driver, before) {
    await driver.console.addFault({
      service: 'store',
      match: callOf(before).request,
      fault: 'malformed',
      status: 200,
      body: JSON.stringify(topUp),
      times: 1,
    });
    await continueCall(driver, before);
  },
});

const refuse = (status: number, code: string): Executor => ({
  async execute(driver, before) {
    await driver.refuseNext('store', callOf(before).request, status, { detail: 'No.', code });
    await continueCall(driver, before);
  },
});

const breakReply: Executor = {
  async execute(driver, before) {
    await breakNextReply(driver.page, `${driver.addresses.store}${path}`, 'status');
    await answerWith(off).execute(driver, before);
  },
};

export const topUpStarts: Model['create'] = {
  async 'the page of cards is opened'({ page, interceptor, console, addresses }) {
    const customer = newPerson();
    await console.createUser(customer);
    const session = await sessionOf(addresses.pool, customer);
    for (const name of ['top-up', 'save of the top-up', 'end of the top-up']) await interceptor(name);
    await console.addFault({
      service: 'store',
      match: 'GET /api/cards',
      fault: 'malformed',
      status: 200,
      body: JSON.stringify({ cards: [first] }),
      times: 100,
    });
    await openEmptyPage(page);
    await writeStorage(page, session);
    await page.goto('/billing');
  },
};

const isShown = (before: Snapshot): boolean => before.matches('shown');

export const topUpExecutors: Model['events'] = {
  'the top-up is requested': {
    when: isShown,
    async execute({ screens: { billing } }, before) {
      if (selectTopUpView(before) === 'failed') return billing.topUp.retry.click();
      await billing.back.click();
      await billing.link.click();
    },
  },
  'the top-up may have changed': {
    when: isShown,
    // It loads again when the network is back.
    execute: ({ page }) => page.evaluate(() => void dispatchEvent(new Event('online'))),
  },
  'the settings are submitted': {
    when: (before) => isShown(before) && before.context.topUp !== null,
    async execute({ screens: { billing } }) {
      await billing.topUp.threshold.fill('500');
      await billing.topUp.limit.fill('10000');
      await billing.topUp.save.click();
    },
  },
  'turning off is requested': {
    when: (before) =>
      isShown(before) && before.context.topUp !== null && before.context.topUp.state !== 'off',
    execute: ({ screens: { billing } }) => billing.topUp.turnOff.click(),
  },

  'loadTopUp answers: off': answerWith(off),
  'loadTopUp answers: on': answerWith(on),
  'loadTopUp answers: paused': answerWith(paused),
  'loadTopUp answers: refused': refuse(500, 'internal-error'),
  'loadTopUp fails': breakReply,
  'loadLimit has passed': { execute: advanceClock(20_000) },
  'saveTopUp answers: done': answerWith(on),
  'saveTopUp answers: refused': refuse(403, 'recent-sign-in-required'),
  'saveTopUp answers: price changed': refuse(409, 'price-changed'),
  'saveTopUp answers: package withdrawn': refuse(404, 'product-not-found'),
  'saveTopUp answers: card missing': refuse(404, 'card-not-found'),
  'saveTopUp answers: card expired': refuse(402, 'card-expired'),
  'saveTopUp answers: card refused': refuse(402, 'declined'),
  'saveTopUp fails': breakReply,
  'saveLimit has passed': { execute: advanceClock(20_000) },
  'turnOff answers: done': answerWith(stopped),
  'turnOff answers: refused': refuse(404, 'customer-not-found'),
  'turnOff fails': breakReply,
  'turnOffLimit has passed': { execute: advanceClock(20_000) },
};
