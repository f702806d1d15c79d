import type { authMachine } from '#machines/auth.ts';
import { pastTokenLife } from '#tests/browser/page-clock.ts';
import { sessionOf } from '#tests/browser/stored-session.ts';
import type { authModel } from '#tests/models/machines/auth.ts';
import type { EventCaseName } from '#tests/models/test-model.ts';
import {
  blockNavigation,
  breakReply,
  breakReplyOfNothingDone,
  continueRequest,
  devicesDialog,
  failOnServer,
  goToDashboard,
  immediately,
  isActive,
  isCompleting,
  isGuest,
  refuse,
  setTestData,
} from './auth.actions.ts';
import { createConfirmedUser, testDataOf } from './auth.test-data.ts';
import { breakNextCall } from './browser-failures.ts';
import type { BrowserTestModel } from './browser-test-model.ts';

type Model = BrowserTestModel<typeof authMachine, EventCaseName<typeof authModel>>;

/** How the events of a session, its devices and its end are brought about. */
export const sessionExecutors: Model['eventExecutors'] = {
  // The devices
  'the devices are opened': {
    async execute(driver) {
      await goToDashboard(driver);
      await driver.page.getByRole('button', { name: 'Devices', exact: true }).press('Enter');
    },
  },
  'listDevices answers: done': {
    async execute(driver) {
      await driver.pool.set({ deviceTracking: true });
      await sessionOf(driver.addresses.pool, testDataOf(driver).customer);
      await (await driver.interceptor('devices')).continue();
    },
  },
  'listDevices answers: devices are not tracked': {
    async execute(driver, before) {
      await driver.pool.set({ deviceTracking: false });
      await refuse('devices')(driver, before);
    },
  },
  'listDevices fails': {
    async execute(driver, before) {
      await driver.pool.set({ deviceTracking: true });
      await breakReply('devices')(driver, before);
    },
  },
  'the devices are asked for again': {
    execute: (driver) => devicesDialog(driver).getByRole('button', { name: 'Retry', exact: true }).click(),
  },
  'a device is dismissed': {
    when: ({ context }) => context.devices.length > 0,
    execute: (driver) =>
      devicesDialog(driver)
        .getByRole('button', { name: /^Forget / })
        .click(),
  },
  'forgetDevice answers: done': { execute: continueRequest('forgetting') },
  'forgetDevice answers: no answer from the service': { execute: failOnServer('forgetting', 'ForgetDevice') },
  'forgetDevice fails': { execute: breakReplyOfNothingDone('forgetting', 'ForgetDevice') },
  'the devices are closed': { execute: ({ page }) => page.keyboard.press('Escape') },

  // The end of a session
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
  'forgetSession fails': immediately(({ page }) => breakNextCall(page, 'postMessage')),
  'the session ends elsewhere': {
    when: (before) => isActive(before) || (isCompleting(before) && before.context.user !== null),
    execute: ({ otherTab }) => otherTab.signOut(),
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
