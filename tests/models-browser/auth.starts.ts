import type { authMachine } from '#machines/account/auth.ts';
import { caseNamesOf } from '#tests/model-testing/test-model.ts';
import { openApp, setTestData } from './auth.actions.ts';
import { endsHostedSession, hostedSignIn, verificationOf } from './auth.feasibility.ts';
import type { ScreenSut } from './sut.ts';

export const authStarts: ScreenSut<typeof authMachine>['create'] = {
  async 'the app is opened'(driver, path) {
    const names = caseNamesOf(path);
    setTestData(driver, {
      isHosted: endsHostedSession(names),
      wasAtHostedPages: names.includes(hostedSignIn),
    });
    await openApp(driver, verificationOf(names));
  },
};
