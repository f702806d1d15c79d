import { caseNamesOf, type EventCaseName, type TestPath } from '#tests/model-testing/test-model.ts';
import { hostedModel } from '#tests/models/machines/hosted.ts';
import * as auth from './auth.actions.ts';
import {
  expectDeparture,
  expectFailure,
  expectGuestPage,
  expectReturn,
  expectToast,
  expectWelcome,
} from './auth.assertions.ts';
import { testDataOf } from './auth.test-data.ts';
import { breakNextAddress, breakNextCall } from './browser-failures.ts';
import { continueRequest, type Driver, type EventExecutor, type ScreenSut } from './driver.ts';
import { advanceClock } from './page-timers.ts';

type CaseName = EventCaseName<typeof hostedModel>;

/** Expects the departure for the hosted pages, unless it fails immediately and is too short to see. */
const expectDepartureIfSeen = async (driver: Driver): Promise<void> => {
  if (!testDataOf(driver).failsAtOnce) await expectDeparture(driver);
};

const completed: CaseName = 'completeHostedSignIn answers: done';
const signInFails: CaseName = 'openHostedSignIn fails';
const signOutFails: CaseName = 'openHostedSignOut fails';

const open = async (driver: Driver, path: TestPath, failure?: CaseName): Promise<void> => {
  const names = caseNamesOf(path);
  auth.setTestData(driver, {
    isHosted: true,
    wasAtHostedPages: names.includes(completed),
    failsAtOnce: failure !== undefined && names.includes(failure),
  });
  await auth.openApp(driver, 'code');
};

/** Does nothing, because the start of the path already causes the failure. */
const failed: EventExecutor<typeof hostedModel> = { execute: async () => undefined };

const noLeftPage = 'Chromium shows no left page again while Playwright drives it.';

export const hostedSut: ScreenSut<typeof hostedModel> = {
  model: hostedModel,
  create: {
    async 'a hosted sign-in is requested'(driver, path) {
      await open(driver, path, signInFails);
      await auth.startApp(driver);
      await driver.screens.signIn.heading.waitFor();
      if (testDataOf(driver).failsAtOnce) await breakNextCall(driver.page, 'digest');
      await auth.leaveForHostedPages(driver);
    },
    async 'a hosted session ends'(driver, path) {
      await open(driver, path, signOutFails);
      await auth.saveSession(driver);
      await auth.startAppAt(driver, '/dashboard');
      await auth.goToDashboard(driver);
      if (testDataOf(driver).failsAtOnce) await breakNextAddress(driver.page, 'logout_uri');
      await driver.screens.dashboard.signOut.press('Enter');
      await auth.leaveForHostedSignOut(driver);
    },
    async 'the hosted pages send the browser back'(driver, path) {
      await open(driver, path);
      await auth.returnFromHostedPages(driver);
      await (await driver.interceptor('customer record')).disable();
    },
  },
  events: {
    [signInFails]: failed,
    'departureLimit has passed': advanceClock(10_000),
    [signOutFails]: failed,
    'signOutLimit has passed': advanceClock(3_000),
    [completed]: continueRequest('hosted code'),
    'completeHostedSignIn answers: an invalid code': auth.refuseHostedCode,
    'completeHostedSignIn fails': auth.breakHostedReply,
    'completionLimit has passed': advanceClock(10_000),
  },
  states: {
    'opening-sign-in': expectDepartureIfSeen,
    'opening-sign-out': expectDepartureIfSeen,
    'completing-sign-in': expectReturn,
    answered: (driver, { output }) =>
      output?.outcome === 'refused'
        ? expectFailure(driver, { step: 'hosted-sign-in', ...output.failure })
        : expectWelcome(driver),
    returned: expectGuestPage,
    failed: async (driver, { output }) => {
      if (output?.outcome === 'sign-out-failed') await expectToast(driver, 'Signout timeout fail');
      if (output?.outcome === 'refused')
        await expectFailure(driver, { step: 'hosted-sign-in', ...output.failure });
      await expectGuestPage(driver);
    },
  },
  emitted: {},
  exempt: {
    'opening-sign-in: done openHostedSignIn': noLeftPage,
    'opening-sign-out: done openHostedSignOut': noLeftPage,
  },
};
