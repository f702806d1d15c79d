import type { authMachine } from '#machines/auth.ts';
import { caseNamesOf } from '#tests/models/test-path.ts';
import { longSignIn, places, setTestData } from './auth.actions.ts';
import { endsHostedSession, hostedSignIn, verificationOf } from './auth.feasibility.ts';
import type { BrowserTestModel } from './browser-test-model.ts';

const intercepted = [
  'configuration of the app',
  'hosted code',
  'registration',
  'sign-in',
  'challenge answer',
  'customer record',
  'confirmation',
  'another code',
  'reset code',
  'new password',
  'revocation',
] as const;

export const authStarts: BrowserTestModel<typeof authMachine>['starts'] = {
  async 'the app is opened'(driver, path) {
    const names = caseNamesOf(path);
    const verification = verificationOf(names);
    setTestData(driver, {
      verification,
      isHosted: endsHostedSession(names),
      wasAtHostedPages: names.includes(hostedSignIn),
    });
    await driver.pool.set({
      hostedUi: true,
      verification,
      challengeSeconds: longSignIn,
      signInCodeSeconds: longSignIn,
    });
    for (const name of intercepted) await driver.interceptor(name);
    await driver.page.goto(places.signIn, { waitUntil: 'commit' });
  },
};
