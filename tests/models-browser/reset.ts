import { expect } from '@playwright/test';
import { caseNamesOf, type EventCaseName, type TestPath } from '#tests/model-testing/test-model.ts';
import { resetModel } from '#tests/models/machines/reset.ts';
import * as auth from './auth.actions.ts';
import {
  expectBannerAtSignIn,
  expectFailure,
  expectReset,
  expectToast,
  expectWork,
  resetSentEventAssertions,
} from './auth.assertions.ts';
import { continueRequest, type ScreenSut } from './driver.ts';

type CaseName = EventCaseName<typeof resetModel>;

const sent: CaseName = 'sendResetCode answers: done';
const anotherOne: CaseName = 'another reset code is requested';

/** Returns whether the app can follow a path. Visitors must wait before they request another code. */
const isResetFeasible = (path: TestPath): boolean => {
  const names = caseNamesOf(path);
  return !names.includes(sent) || names.lastIndexOf(anotherOne) < names.indexOf(sent);
};

export const resetSut: ScreenSut<typeof resetModel> = {
  model: resetModel,
  create: {
    async 'a reset code was sent'(driver) {
      await auth.openApp(driver, 'code');
      await auth.savePendingEmail(driver, 'resetting');
      await auth.startAppAt(driver, auth.places.resetPassword);
    },
  },
  events: {
    'a new password is submitted': auth.enterNewPassword,
    'resetPassword answers: done': {
      prepare: auth.codeOf('resetting'),
      execute: auth.acceptCode('new password', 'resetting'),
    },
    'resetPassword answers: an expired code': { prepare: auth.codeOf('resetting'), execute: auth.expireCode },
    'resetPassword fails': auth.breakRefusal('new password'),
    'a failed reset is dismissed': {
      when: ({ context }) => context.failure?.step === 'confirm-reset',
      execute: auth.leaveAndReturnTo('resetPassword'),
    },
    'a failed delivery is dismissed': {
      when: ({ context }) => context.failure?.step === 'resend-code',
      execute: auth.leaveAndReturnTo('resetPassword'),
    },
    'another reset code is requested': auth.requestAnotherResetCode,
    'sendResetCode answers: done': continueRequest('reset code'),
    'sendResetCode answers: too many codes': auth.refuseAsTooMany(
      'reset code',
      'ForgotPassword',
      'resetting',
    ),
    'sendResetCode fails': auth.breakReply('reset code'),
  },
  states: {
    waiting: async (driver, { context: { failure } }) => {
      await expectFailure(driver, failure, failure?.step === 'resend-code' ? 'resend-reset-code' : undefined);
      await expectReset(driver);
    },
    resetting: (driver) => expectWork(driver, '/reset-password', 'Reset Password'),
    resending: async ({ page }) => {
      const button = page.getByRole('button', { name: 'Resend Code', exact: true });
      await expect(button).toHaveAttribute('aria-busy', 'true');
    },
    done: async (driver) => {
      await expectToast(driver, 'Password reset successfully! You can now sign in with your new password.');
      await expectBannerAtSignIn(driver, 'Password reset successful! Please sign in with your new password.');
    },
  },
  emitted: {},
  sent: resetSentEventAssertions,
  exempt: {},
  isFeasible: isResetFeasible,
};
