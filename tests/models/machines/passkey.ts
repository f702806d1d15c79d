import { passkeyMachine } from '#machines/account/passkey.ts';
import { challenged, challenges, done, email, refused, resetRequired, signedIn } from '#tests/account.ts';
import { createTestModel, outcomeOf } from '#tests/model-testing/test-model.ts';

export const passkeyModel = createTestModel({
  name: 'passkey',
  machine: passkeyMachine,
  starts: { 'the sign-in page is open': undefined },
  events: {
    'a passkey is requested': { type: 'passkey.requested', email },
    'the guest opens another page': { type: 'passkey.left' },
  },
  outcomes: {
    assertPasskey: {
      done,
      'the guest canceled': refused('passkey-canceled'),
      'the account has no passkey': refused('passkey-missing'),
      'another site’s passkeys': refused('passkey-misplaced'),
      'the guest took too long': refused('passkey-timed-out'),
    },
    answerPasskey: {
      done: signedIn,
      'the sign-in took too long': refused('passkey-refused'),
      'the password was reset': resetRequired,
      'a code is required': challenged(challenges['authenticator-code']),
    },
  },
  secrets: [],
  serializeState: ({ context: { email: whose, answer } }) => [whose !== null, answer !== null].join(),
  formatSnapshot: ({ context: { email: whose, answer } }) => [
    ...(whose === null ? [] : ['an email']),
    ...(answer === null ? [] : [answer.outcome]),
  ],
  invariant: {
    'a sign-in is proven only by the service’s answer': ({ before, after, answer }) =>
      after.output?.outcome !== 'done' || (before.matches('responding') && outcomeOf(answer) === 'done'),
    'the service checks a passkey exactly if the browser gave one': ({ before, after, answer }) =>
      !before.matches('asserting') ||
      answer === undefined ||
      after.matches('responding') === (outcomeOf(answer) === 'done'),
    'the parent gets the answer that ended the sign-in': ({ after, answer }) =>
      after.status !== 'done' || after.output === null || after.output === answer,
    'the browser asks for the email that was typed': ({ after, started, begun }) =>
      !begun.includes('assertPasskey') ||
      JSON.stringify(started.at(-1)?.input) === JSON.stringify({ email: after.context.email }),
  },
});
