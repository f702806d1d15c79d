import { verificationMachine } from '#machines/account/verification.ts';
import {
  challenged,
  challenges,
  code,
  done,
  email,
  refused,
  resetRequired,
  signedIn,
  unconfirmed,
} from '#tests/account.ts';
import { createTestModel, isIgnored, outcomeOf } from '#tests/model-testing/test-model.ts';

const elsewhere = { 'it was verified elsewhere': refused('already-confirmed') };

const isAlreadyConfirmed = (answer: unknown): boolean =>
  JSON.stringify(answer) === JSON.stringify(elsewhere['it was verified elsewhere']);

const resending = 'sendVerificationCode';

const answers = new Set<unknown>(['done', 'challenged', 'reset-required']);

export const verificationModel = createTestModel({
  name: 'verification',
  machine: verificationMachine,
  starts: {
    'a code was sent': { email, by: 'code', resends: false },
    'a code must be sent': { email, by: 'code', resends: true },
    'a link was sent': { email, by: 'link', resends: false },
    'a link must be sent': { email, by: 'link', resends: true },
  },
  events: {
    'a verification code is submitted': { type: 'code.submitted', code },
    'another code or link is requested': { type: 'code.requested' },
    'a failed verification is dismissed': { type: 'failure.dismissed', step: 'verify-email' },
    'a failed delivery is dismissed': { type: 'failure.dismissed', step: 'resend-code' },
  },
  outcomes: {
    confirmEmail: { done, 'a wrong code': refused('code-mismatch'), ...elsewhere },
    sendVerificationCode: {
      done: { ...done, sentAt: 1 },
      'too many requests': refused('limit-exceeded'),
      ...elsewhere,
    },
    repeatSignIn: {
      'the link was opened': signedIn,
      'the link was not opened yet': { ...unconfirmed, verification: 'link' },
      'a code is required, too': challenged(challenges['authenticator-code']),
      'the service is unavailable': refused('unavailable'),
      'too many sign-ins': refused('limit-exceeded'),
      'too many requests': refused('throttled'),
      'the password is no longer right': refused('not-authorized'),
      'the password was reset': resetRequired,
    },
  },
  secrets: [code],
  serializeState: ({ context: { by, failure } }) => [by, failure?.step].join(),
  formatSnapshot: ({ children, context: { sentAt, failure, result } }) => [
    ...(sentAt === null ? [] : ['sent']),
    ...(failure === null ? [] : [`${failure.step} ${failure.name}`]),
    ...(result === null ? [] : [`ends as ${result.outcome}`]),
    ...Object.keys(children).filter((id) => id.startsWith('forget')),
  ],
  invariant: {
    'an email counts as verified only by a code that was accepted': ({ before, after, answer }) =>
      after.output?.outcome !== 'confirmed' ||
      (before.matches({ 'by-code': 'confirming' }) && outcomeOf(answer) === 'done'),
    'an email counts as verified before only if the service says so': ({ before, after, answer }) =>
      after.output?.outcome !== 'already-confirmed' ||
      (before.matches('by-code') && isAlreadyConfirmed(answer)),
    'a link counts as opened by the answer that the parent gets': ({ before, after, answer }) =>
      !answers.has(after.output?.outcome) ||
      (before.matches({ 'by-link': { poll: 'trying' } }) && after.output === answer),
    'a sign-in that is answered ends the wait for the link': ({ before, after, answer }) =>
      !before.matches('by-link') ||
      !['challenged', 'reset-required'].includes(String(outcomeOf(answer))) ||
      answers.has(after.output?.outcome),
    'a link is given up only while it is waited for': ({ before, after }) =>
      after.output?.outcome !== 'given-up' || before.matches('by-link'),
    'the credentials are held exactly while a link is waited for': ({ after }) =>
      after.matches('by-link') === Object.keys(after.children).includes('forgetCredentialsOnExit'),
    'a code or link counts as sent exactly where the service said so': ({ eventCase, answer, sent }) =>
      sent.some(({ type }) => type === 'code.sent') ===
      (eventCase.kind === 'answer' && eventCase.invocation === resending && outcomeOf(answer) === 'done'),
    'when a code was sent is known exactly after the service sent it': ({ before, after, sent }) =>
      (after.context.sentAt !== before.context.sentAt) ===
      (before.context.sentAt === null && sent.some(({ type }) => type === 'code.sent')),
    'a delivery that failed is reported, and kept for its screen': ({ eventCase, after, answer, sent }) => {
      const hasFailed =
        'invocation' in eventCase &&
        eventCase.invocation === resending &&
        (eventCase.kind === 'failure' || (outcomeOf(answer) === 'refused' && !isAlreadyConfirmed(answer)));
      const isKept = after.context.failure?.step === 'resend-code';
      return sent.some(({ type }) => type === 'code.unsent') === hasFailed && (!hasFailed || isKept);
    },
    'a refused code is kept for its screen': ({ eventCase, after, answer }) =>
      after.status !== 'active' ||
      !('invocation' in eventCase) ||
      eventCase.invocation !== 'confirmEmail' ||
      (eventCase.kind !== 'failure' && outcomeOf(answer) !== 'refused') ||
      after.context.failure?.step === 'verify-email',
    'what is in flight takes no second submit': ({ before, eventCase, ...step }) =>
      !(before.hasTag('busy') || before.hasTag('resending')) ||
      !['code.submitted', 'code.requested'].includes(eventCase.event.type) ||
      isIgnored({ before, ...step }),
  },
});
