import { pastTokenLife } from '#tests/browser/page-clock.ts';
import { sessionOf } from '#tests/browser/stored-session.ts';
import type { authModel } from '#tests/models/machines/auth.ts';
import { continueRequest } from './acts.ts';
import {
  breakReplyOfNothingDone,
  failOnServer,
  goToDashboard,
  leaveForHostedSignOut,
  setTestData,
} from './auth.actions.ts';
import { createConfirmedUser } from './auth.test-data.ts';
import type { ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof authModel>;
type Snapshot = Parameters<Model['states'][string]>[1];

const isActive = (before: Snapshot): boolean => before.matches({ 'signed-in': 'active' });
const isGuest = (before: Snapshot): boolean => before.matches({ guest: 'signed-out' });
const isCompleting = (before: Snapshot): boolean => before.matches({ loading: 'completing-hosted-sign-in' });

export const sessionExecutors: Model['events'] = {
  'a sign-out is requested': {
    // After an unanswered sign-out, the session ends here immediately, so tests can't observe it.
    when: ({ context: { failure } }) => failure?.step !== 'sign-out',
    async execute(driver) {
      await goToDashboard(driver);
      await driver.screens.dashboard.signOut.press('Enter');
    },
  },
  'signOut answers: done': continueRequest('revocation'),
  'signOut answers: done, from a hosted session': leaveForHostedSignOut,
  'signOut answers: no answer from the service': failOnServer('revocation', 'RevokeToken'),
  'signOut fails': breakReplyOfNothingDone('revocation', 'RevokeToken'),
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
