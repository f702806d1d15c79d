import { passkeyRegistrationMachine } from '#machines/account/passkey-registration.ts';
import { done, refused } from '#tests/account.ts';
import { createTestModel, outcomeOf } from '#tests/model-testing/test-model.ts';

export const passkeyRegistrationModel = createTestModel({
  name: 'passkey-registration',
  machine: passkeyRegistrationMachine,
  starts: { 'a passkey is being added': undefined },
  events: { 'the customer cancels': { type: 'registration.canceled' } },
  outcomes: {
    createPasskey: { done, 'this device has a passkey': refused('passkey-present') },
    savePasskey: { done, 'it took too long': refused('passkey-timed-out') },
  },
  secrets: [],
  serializeState: ({ context: { answer } }) => `${answer?.outcome}`,
  formatSnapshot: ({ context: { answer } }) => (answer === null ? [] : [answer.outcome]),
  invariant: {
    'a passkey is added only by the service’s answer': ({ before, after, answer }) =>
      !after.matches('added') || (before.matches('saving') && outcomeOf(answer) === 'done'),
    'the service registers a passkey exactly if the browser created one': ({ before, after, answer }) =>
      !before.matches('creating') ||
      after.matches('saving') === (answer !== undefined && outcomeOf(answer) === 'done'),
    'a refusal is kept': ({ after, answer }) =>
      outcomeOf(answer) !== 'refused' || after.context.answer === answer,
    'only canceling the browser’s question ends it without a result': ({ before, after, eventCase }) =>
      before.status === 'done' ||
      after.matches('canceled') ===
        (before.matches('creating') && eventCase.event.type === 'registration.canceled'),
  },
});
