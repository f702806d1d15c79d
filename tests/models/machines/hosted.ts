import { hostedMachine } from '#machines/account/hosted.ts';
import { refused, signedIn } from '#tests/account.ts';
import { createTestModel, outcomeOf } from '#tests/model-testing/test-model.ts';

export const hostedModel = createTestModel({
  name: 'hosted',
  machine: hostedMachine,
  starts: {
    'a hosted sign-in is requested': { visit: 'sign-in' },
    'a hosted session ends': { visit: 'sign-out' },
    'the hosted pages send the browser back': { visit: 'return' },
  },
  events: {},
  outcomes: {
    openHostedSignIn: { 'Back returns to this page': undefined },
    openHostedSignOut: { 'Back returns to this page': undefined },
    completeHostedSignIn: { done: signedIn, 'an invalid code': refused('not-authorized') },
  },
  secrets: [],
  serializeState: ({ context: { visit } }) => visit,
  formatSnapshot: ({ context: { visit, result } }) => [
    visit,
    ...(result.outcome === 'unanswered' ? [] : [`ends as ${result.outcome}`]),
    ...(result.outcome === 'refused' ? [result.failure.name] : []),
  ],
  invariant: {
    'a sign-in is proven only by the service’s answer': ({ after, answer }) =>
      (after.output?.outcome === 'done') === (outcomeOf(answer) === 'done'),
    'the parent gets the service’s answer': ({ after, answer }) =>
      answer === undefined || after.output === answer,
    'each visit begins what it is for': ({ before: { context }, started }) =>
      started.map(({ id }) => id).join() ===
      { 'sign-in': 'openHostedSignIn', 'sign-out': 'openHostedSignOut', return: 'completeHostedSignIn' }[
        context.visit
      ],
  },
});
