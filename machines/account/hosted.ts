import { assign, fromPromise, setup } from 'xstate';
import { type ActorEvents, eventAs, failureOf, unimplemented } from '../shared.ts';
import type { IdentityResult, User } from './auth.types.ts';
import type { HostedContext, HostedInput, HostedOutput } from './hosted.types.ts';

const actors = {
  openHostedSignIn: fromPromise<void>(unimplemented),
  completeHostedSignIn: fromPromise<IdentityResult<{ readonly user: User }>>(unimplemented),
  openHostedSignOut: fromPromise<void>(unimplemented),
};

/** Visits the identity service's hosted pages. The browser leaves the app, which restarts on return. */
export const hostedMachine = setup({
  types: {
    context: {} as HostedContext,
    events: {} as ActorEvents<typeof actors>,
    input: {} as HostedInput,
    output: {} as HostedOutput,
  },
  actors,
  delays: {
    /** How long to wait for the browser to leave for the hosted sign-in pages, in ms. */
    departureLimit: 10_000,
    /** How long to wait for the browser to leave for the hosted sign-out page, in ms. */
    signOutLimit: 3_000,
    /** How long to wait at startup for a hosted sign-in to complete, in ms. */
    completionLimit: 10_000,
  },
  guards: { isFor: ({ context }, { visit }: HostedInput) => context.visit === visit },
  actions: {
    returnAnswer: assign(({ event }) => ({
      result: eventAs(event, 'xstate.done.actor.completeHostedSignIn').output,
    })),
    fail: assign(({ event }) => ({ result: { outcome: 'refused' as const, failure: failureOf(event) } })),
    failSignOut: assign({ result: { outcome: 'sign-out-failed' } }),
  },
}).createMachine({
  id: 'hosted',
  description: 'Leaves for the hosted pages, or completes a sign-in after they redirect back.',
  context: ({ input: { visit } }) => ({ visit, result: { outcome: 'unanswered' } }),
  output: ({ context }) => context.result,
  initial: 'starting',
  states: {
    starting: {
      description: 'The next state depends on the purpose of the visit.',
      always: [
        { guard: { type: 'isFor', params: { visit: 'sign-in' } }, target: 'opening-sign-in' },
        { guard: { type: 'isFor', params: { visit: 'sign-out' } }, target: 'opening-sign-out' },
        { target: 'completing-sign-in' },
      ],
    },
    'opening-sign-in': {
      description: 'The browser leaves for the hosted sign-in pages, or the visitor presses Back.',
      invoke: {
        id: 'openHostedSignIn',
        src: 'openHostedSignIn',
        onDone: { target: 'returned' },
        onError: { target: 'failed', actions: 'fail' },
      },
      after: { departureLimit: { target: 'failed', actions: 'fail' } },
    },
    'opening-sign-out': {
      description: 'The browser leaves for the hosted pages, which end their session and redirect back.',
      invoke: {
        id: 'openHostedSignOut',
        src: 'openHostedSignOut',
        onDone: { target: 'returned' },
        onError: { target: 'failed', actions: 'failSignOut' },
      },
      after: { signOutLimit: { target: 'failed', actions: 'failSignOut' } },
    },
    'completing-sign-in': {
      description: 'Exchanges the code from the hosted sign-in pages for a session, within a time limit.',
      invoke: {
        id: 'completeHostedSignIn',
        src: 'completeHostedSignIn',
        onDone: { target: 'answered', actions: 'returnAnswer' },
        onError: { target: 'failed', actions: 'fail' },
      },
      after: { completionLimit: { target: 'returned' } },
    },
    answered: { description: 'The service accepted or refused the code.', type: 'final' },
    returned: { description: 'The visitor pressed Back, or the service took too long.', type: 'final' },
    failed: { description: 'The pages didn’t open, or the response was lost.', type: 'final' },
  },
});
