import type { hostedMachine } from '#machines/account/hosted.ts';
import { caseNamesOf, type EventCaseName, type TestPath } from '#tests/model-testing/test-model.ts';
import type { hostedModel } from '#tests/models/machines/hosted.ts';
import {
  breakHostedReply,
  continueRequest,
  goToDashboard,
  leaveForHostedPages,
  leaveForHostedSignOut,
  openApp,
  refuseHostedCode,
  returnFromHostedPages,
  saveSession,
  setTestData,
  startApp,
  startAppAt,
} from './auth.actions.ts';
import { testDataOf } from './auth.test-data.ts';
import { breakNextAddress, breakNextCall } from './browser-failures.ts';
import type { Driver } from './driver.ts';
import { advanceClock } from './page-timers.ts';
import type { EventExecutor, ScreenSut } from './sut.ts';

type CaseName = EventCaseName<typeof hostedModel>;
type Model = ScreenSut<typeof hostedMachine, CaseName>;

const completed: CaseName = 'completeHostedSignIn answers: done';
const signInFails: CaseName = 'openHostedSignIn fails';
const signOutFails: CaseName = 'openHostedSignOut fails';

const open = async (driver: Driver, path: TestPath, failure?: CaseName): Promise<void> => {
  const names = caseNamesOf(path);
  setTestData(driver, {
    isHosted: true,
    wasAtHostedPages: names.includes(completed),
    failsAtOnce: failure !== undefined && names.includes(failure),
  });
  await openApp(driver, 'code');
};

export const hostedStarts: Model['create'] = {
  async 'a hosted sign-in is requested'(driver, path) {
    await open(driver, path, signInFails);
    await startApp(driver);
    await driver.screens.signIn.heading.waitFor();
    if (testDataOf(driver).failsAtOnce) await breakNextCall(driver.page, 'digest');
    await leaveForHostedPages(driver);
  },
  async 'a hosted session ends'(driver, path) {
    await open(driver, path, signOutFails);
    await saveSession(driver);
    await startAppAt(driver, '/dashboard');
    await goToDashboard(driver);
    if (testDataOf(driver).failsAtOnce) await breakNextAddress(driver.page, 'logout_uri');
    await driver.screens.dashboard.signOut.press('Enter');
    await leaveForHostedSignOut(driver);
  },
  async 'the hosted pages send the browser back'(driver, path) {
    await open(driver, path);
    await returnFromHostedPages(driver);
    await (await driver.interceptor('customer record')).disable();
  },
};

/** The start has made it fail already. */
const failed: EventExecutor<typeof hostedMachine> = { execute: async () => undefined };

export const hostedExecutors: Model['events'] = {
  [signInFails]: failed,
  'departureLimit has passed': { execute: advanceClock(10_000) },
  [signOutFails]: failed,
  'signOutLimit has passed': { execute: advanceClock(3_000) },
  [completed]: { execute: continueRequest('hosted code') },
  'completeHostedSignIn answers: a worthless code': { execute: refuseHostedCode },
  'completeHostedSignIn fails': { execute: breakHostedReply },
  'completionLimit has passed': { execute: advanceClock(10_000) },
};

const noLeftPage = 'Chromium shows no left page again while Playwright drives it.';

export const hostedExemptions: Model['exempt'] = {
  'opening-sign-in: done openHostedSignIn': noLeftPage,
  'opening-sign-out: done openHostedSignOut': noLeftPage,
};
