/** The events of the child machines, each with all that leads to it on its screen. */
import type { authModel } from '#tests/models/machines/auth.ts';
import { type Act, continueRequest, inSequence } from './acts.ts';
import {
  acceptCode,
  codeOf,
  disableUser,
  enterCode,
  enterNewPassword,
  meetChallengeByLink,
  openVerification,
  refuseAsTooMany,
  requestAnotherCode,
  requestAnotherResetCode,
  resetByLink,
  setTestData,
  signInByLink,
  verifiedElsewhere,
} from './auth.actions.ts';
import { createConfirmedUser, createUnconfirmedUser, testDataOf } from './auth.test-data.ts';
import {
  acceptAnswer,
  answerTooLate,
  answerWithCode,
  leaveChallenge,
  resetInsteadOfAnswer,
  rightCode,
} from './challenge.actions.ts';
import { advanceClock } from './page-timers.ts';
import { acceptPasskey, requestPasskey, withPasskey } from './passkey.actions.ts';
import type { ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof authModel>;

const verifyByCode = inSequence(codeOf('verifying'), enterCode, acceptCode('confirmation', 'verifying'));
const verifyElsewhere = inSequence(enterCode, verifiedElsewhere('confirmation'));
const tryAgain = advanceClock(5_000);

/** A sign-in with an unverified email has requested another code already. */
const requestCodeUnlessSent: Act = async (driver) => {
  const { isSending } = testDataOf(driver);
  setTestData(driver, { isSending: false });
  if (!isSending) await requestAnotherCode(driver);
};

export const stepExecutors: Model['events'] = {
  'passkey answers: done': inSequence(requestPasskey(withPasskey), acceptPasskey),
  'passkey answers: the account has no passkey': inSequence(
    requestPasskey(createConfirmedUser),
    continueRequest('passkey request'),
  ),
  'challenge answers: done': inSequence(rightCode, answerWithCode, acceptAnswer),
  'challenge answers: the password was reset': inSequence(answerWithCode, resetInsteadOfAnswer),
  'challenge answers: the sign-in took too long': inSequence(answerWithCode, answerTooLate),
  'challenge answers: the guest left': leaveChallenge,

  'the verification page is opened': {
    when: (before) => !before.matches('loading'),
    execute: async (driver) =>
      openVerification(driver, testDataOf(driver).verifying ?? (await createUnconfirmedUser(driver))),
  },
  'the verification page is opened for another email': {
    when: (before) => !before.matches('loading'),
    execute: async (driver) => openVerification(driver, await createUnconfirmedUser(driver)),
  },
  'verification answers: the code was accepted': verifyByCode,
  'verification answers: it was verified elsewhere': verifyElsewhere,
  'otherVerification answers: the code was accepted': verifyByCode,
  'otherVerification answers: it was verified elsewhere': verifyElsewhere,
  'verification answers: the link was opened': inSequence(tryAgain, signInByLink),
  'verification answers: the link was opened, and a code is required, too': inSequence(
    tryAgain,
    meetChallengeByLink,
  ),
  'verification answers: the link was opened, and the password was reset': inSequence(tryAgain, resetByLink),
  'verification answers: the link was not opened': inSequence(tryAgain, disableUser),

  'another code is sent': inSequence(requestCodeUnlessSent, continueRequest('another code')),
  'another reset code is sent': inSequence(requestAnotherResetCode, continueRequest('reset code')),
  'another code can’t be sent': inSequence(
    requestCodeUnlessSent,
    refuseAsTooMany('another code', 'ResendConfirmationCode', 'verifying'),
  ),

  'reset answers: a new password is set': inSequence(
    codeOf('resetting'),
    enterNewPassword,
    acceptCode('new password', 'resetting'),
  ),
};
