import type { authMachine } from '#machines/auth.ts';
import { pastTokenLife } from '#tests/browser/page-clock.ts';
import { sessionOf } from '#tests/browser/stored-session.ts';
import type { authModel } from '#tests/models/machines/auth.ts';
import type { EventCaseName } from '#tests/models/test-model.ts';
import {
  blockNavigation,
  breakReplyOfNothingDone,
  continueRequest,
  failOnServer,
  goToDashboard,
  immediately,
  isActive,
  isCompleting,
  isGuest,
  setTestData,
} from './auth.actions.ts';
import { createConfirmedUser } from './auth.test-data.ts';
import type { BrowserTestModel } from './browser-test-model.ts';

type Model = BrowserTestModel<typeof authMachine, EventCaseName<typeof authModel>>;

export const sessionExecutors: Model['eventExecutors'] = {
  'a sign-out is requested': {
    async execute(driver) {
      await goToDashboard(driver);
      await driver.screens.dashboard.signOut.press('Enter');
    },
  },
  'signOut answers: done': { execute: continueRequest('revocation') },
  'signOut answers: done, from a hosted session': {
    async execute(driver) {
      await blockNavigation(driver, 'GET /logout');
      await (await driver.interceptor('revocation')).continue();
    },
  },
  'signOut answers: no answer from the service': { execute: failOnServer('revocation', 'RevokeToken') },
  'signOut fails': { execute: breakReplyOfNothingDone('revocation', 'RevokeToken') },
  'forgetSession answers: done': immediately(async () => undefined),
  'forgetSession answers: done, from a hosted session': immediately((driver) =>
    blockNavigation(driver, 'GET /logout'),
  ),
  'the session ends elsewhere': {
    when: (before) => isActive(before) || (isCompleting(before) && before.context.user !== null),
    async execute(driver, before) {
      // Guests may stay on the page that verifies an email. Only customer pages lead to the sign-in page.
      if (isActive(before)) await goToDashboard(driver);
      await driver.otherTab.signOut();
    },
  },
  'another tab signs in': {
    when: (before) => isActive(before) || isGuest(before),
    async execute(driver) {
      const customer = await createConfirmedUser(driver, 'Grace');
      setTestData(driver, { customer });
      await driver.otherTab.signIn(await sessionOf(driver.addresses.pool, customer));
    },
  },
  'the session can’t be renewed now': {
    when: isActive,
    async execute(driver) {
      const { page, screens, console, pageErrors, addresses } = driver;
      await goToDashboard(driver);
      await page.clock.fastForward(pastTokenLife);
      pageErrors.allowResponse(`${addresses.pool}/`, 503);
      const match = 'POST / InitiateAuth';
      await console.addFault({ service: 'pool', match, fault: 'status', status: 503 });
      await screens.ledger.filter('Pending').click();
      await screens.ledger.region.getByText('Treasury Access Error').waitFor();
      await console.clearFaults();
    },
  },
};
