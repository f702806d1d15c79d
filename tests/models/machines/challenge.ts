import { challengeMachine } from '#machines/account/challenge.ts';
import { challenged, challenges, code, password, refused, resetRequired, signedIn } from '#tests/account.ts';
import { createTestModel, isIgnored, outcomeOf, partOf } from '#tests/model-testing/test-model.ts';

const cancellation = 'challenge.canceled';

const endingRefusals = new Set<unknown>(['not-authorized', 'challenge-unsupported']);

export const challengeModel = createTestModel({
  name: 'challenge',
  machine: challengeMachine,
  starts: {
    'an authenticator’s code is required': { challenge: challenges['authenticator-code'] },
    'a text message’s code is required': { challenge: challenges['text-message-code'] },
    'an email’s code is required': { challenge: challenges['email-code'] },
    'a choice is required': { challenge: challenges['factor-choice'] },
    'an authenticator must be set up': { challenge: challenges['authenticator-setup'] },
    'a new password is required': { challenge: challenges['new-password'] },
  },
  events: {
    'the challenge is answered with a code': { type: 'challenge.answered', answer: { code } },
    'a second factor is chosen': { type: 'challenge.answered', answer: { factor: 'email-code' } },
    'the challenge is answered with a password': {
      type: 'challenge.answered',
      answer: { password, attributes: {} },
    },
    'the challenge is left': { type: cancellation },
    'a failed answer is dismissed': { type: 'failure.dismissed', step: 'challenge' },
    'a failed sign-in is dismissed': { type: 'failure.dismissed', step: 'sign-in' },
  },
  outcomes: {
    answerChallenge: {
      done: signedIn,
      'an email’s code is required': challenged(challenges['email-code']),
      'a wrong code': refused('code-mismatch'),
      'a weak password': refused('password-invalid'),
      'the password was reset': resetRequired,
      'the sign-in took too long': refused('not-authorized'),
      'a challenge without a screen': refused('challenge-unsupported'),
    },
  },
  secrets: [password, code],
  serializeState: ({ context: { challenge, failure } }) => [challenge.name, failure !== null].join(),
  formatSnapshot: ({ children, context: { challenge, failure, result } }) => [
    challenge.name,
    ...(failure === null ? [] : [`${failure.step} ${failure.name}`]),
    ...(result === null ? [] : [`ends as ${result.outcome}`]),
    ...(result?.outcome === 'ended' ? [result.failure.name] : []),
    ...Object.keys(children).filter((id) => id.startsWith('forget')),
  ],
  invariant: {
    'each challenge waits at its own screen': ({ after }) =>
      !after.matches('waiting') ||
      JSON.stringify(after.value) === JSON.stringify({ waiting: after.context.challenge.name }),
    'only an answer of the service changes the challenge': ({ before, after, answer }) =>
      before.context.challenge === after.context.challenge || outcomeOf(answer) === 'challenged',
    'a sign-in is proven only by the service’s answer': ({ after, answer }) =>
      after.matches('proven') === (outcomeOf(answer) === 'done'),
    'the parent gets the answer that ended the challenge': ({ after, answer }) =>
      after.status !== 'done' ||
      after.output?.outcome === 'ended' ||
      after.output?.outcome === 'canceled' ||
      after.output === answer,
    'a challenge ends early only by a refusal that no answer can meet': ({ after, answer }) =>
      after.output?.outcome !== 'ended' || endingRefusals.has(partOf(partOf(answer, 'failure'), 'name')),
    'a challenge is canceled exactly if the guest leaves it': ({ eventCase, after }) =>
      (after.output?.outcome === 'canceled') === (eventCase.event.type === cancellation),
    'a refused answer is kept for its screen': ({ eventCase, after, answer }) =>
      after.status !== 'active' ||
      (eventCase.kind !== 'failure' && outcomeOf(answer) !== 'refused') ||
      after.context.failure?.step === 'challenge',
    'an answer in flight takes no second one': ({ before, eventCase, ...step }) =>
      !before.hasTag('busy') ||
      eventCase.kind !== 'event' ||
      eventCase.event.type === cancellation ||
      isIgnored({ before, ...step }),
  },
});
