import { resetMachine } from '#machines/account/reset.ts';
import { code, done, email, password, refused } from '#tests/account.ts';
import { createTestModel, isIgnored, outcomeOf } from '#tests/model-testing/test-model.ts';

const failedSteps: Readonly<Record<string, string>> = {
  resetPassword: 'confirm-reset',
  sendResetCode: 'resend-code',
};

export const resetModel = createTestModel({
  name: 'reset',
  machine: resetMachine,
  starts: { 'a reset code was sent': { email } },
  events: {
    'a new password is submitted': { type: 'reset.submitted', code, password },
    'another reset code is requested': { type: 'code.requested' },
    'a failed reset is dismissed': { type: 'failure.dismissed', step: 'confirm-reset' },
    'a failed delivery is dismissed': { type: 'failure.dismissed', step: 'resend-code' },
  },
  outcomes: {
    resetPassword: { done, 'an expired code': refused('code-expired') },
    sendResetCode: { done: { ...done, email, sentAt: 1 }, 'too many codes': refused('limit-exceeded') },
  },
  secrets: [password, code],
  serializeState: ({ context: { failure } }) => failure?.step ?? '',
  formatSnapshot: ({ context: { sentAt, failure } }) => [
    ...(sentAt === null ? [] : ['sent']),
    ...(failure === null ? [] : [`${failure.step} ${failure.name}`]),
  ],
  invariant: {
    'a password counts as set only if the service says so': ({ before, after, answer }) =>
      !after.matches('done') || (before.matches('resetting') && outcomeOf(answer) === 'done'),
    'a code counts as sent exactly where the service said so': ({ before, answer, sent }) =>
      sent.some(({ type }) => type === 'reset.resent') ===
      (before.matches('resending') && outcomeOf(answer) === 'done'),
    'when a code was sent is known exactly after the service sent it': ({ before, after, sent }) =>
      (after.context.sentAt !== before.context.sentAt) ===
      (before.context.sentAt === null && sent.some(({ type }) => type === 'reset.resent')),
    'a refusal is kept for its screen': ({ eventCase, after, answer }) =>
      !('invocation' in eventCase) ||
      (eventCase.kind !== 'failure' && outcomeOf(answer) !== 'refused') ||
      after.context.failure?.step === failedSteps[eventCase.invocation],
    'what is in flight takes no second submit': ({ before, eventCase, ...step }) =>
      !before.hasTag('busy') || eventCase.kind !== 'event' || isIgnored({ before, ...step }),
  },
});
