import type { resetMachine } from '#machines/account/reset.ts';
import { caseNamesOf, type EventCaseName, type TestPath } from '#tests/model-testing/test-model.ts';
import type { resetModel } from '#tests/models/machines/reset.ts';
import {
  acceptCode,
  breakRefusal,
  breakReply,
  codeOf,
  continueRequest,
  enterNewPassword,
  expireCode,
  leaveAndReturnTo,
  openApp,
  places,
  refuseAsTooMany,
  requestAnotherResetCode,
  savePendingEmail,
  startAppAt,
} from './auth.actions.ts';
import type { ScreenSut } from './sut.ts';

type CaseName = EventCaseName<typeof resetModel>;
type Model = ScreenSut<typeof resetMachine, CaseName>;

export const resetStarts: Model['create'] = {
  async 'a reset code was sent'(driver) {
    await openApp(driver, 'code');
    await savePendingEmail(driver, 'resetting');
    await startAppAt(driver, places.resetPassword);
  },
};

export const resetExecutors: Model['events'] = {
  'a new password is submitted': { execute: enterNewPassword },
  'resetPassword answers: done': {
    prepare: codeOf('resetting'),
    execute: acceptCode('new password', 'resetting'),
  },
  'resetPassword answers: an expired code': { prepare: codeOf('resetting'), execute: expireCode },
  'resetPassword fails': { execute: breakRefusal('new password') },
  'a failed reset is dismissed': {
    when: ({ context }) => context.failure?.step === 'confirm-reset',
    execute: leaveAndReturnTo('resetPassword'),
  },
  'a failed delivery is dismissed': {
    when: ({ context }) => context.failure?.step === 'resend-code',
    execute: leaveAndReturnTo('resetPassword'),
  },
  'another reset code is requested': { execute: requestAnotherResetCode },
  'sendResetCode answers: done': { execute: continueRequest('reset code') },
  'sendResetCode answers: too many codes': {
    execute: refuseAsTooMany('reset code', 'ForgotPassword', 'resetting'),
  },
  'sendResetCode fails': { execute: breakReply('reset code') },
};

const sent: CaseName = 'sendResetCode answers: done';
const anotherOne: CaseName = 'another reset code is requested';

/** After another code, the visitor must wait. */
export const isResetFeasible = (path: TestPath): boolean => {
  const names = caseNamesOf(path);
  return !names.includes(sent) || names.lastIndexOf(anotherOne) < names.indexOf(sent);
};
