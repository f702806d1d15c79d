import { createActor, fromPromise, waitFor } from 'xstate';
import { recorderOf, type Session } from '#features/machines/recorder.ts';
import { authMachine } from '#machines/auth.ts';
import type { Answer, Credentials, Restoration, SignInAnswer } from '#machines/auth.types.ts';
import { createFeed } from './feed.ts';

export const secrets = ['hunter2', 'ada@example.com', 'Lovelace'] as const;

/** A sign-in and a sign-out of the product's own machine, recorded from its beginning, or from when it was signed in. */
export async function recordSignIn(from: 'start' | 'signed-in' = 'start'): Promise<Session> {
  const feed = createFeed();
  if (from === 'start') recorderOf(feed);
  const user = { id: '1', email: 'ada@example.com', phone: null, firstName: 'Ada', lastName: 'Lovelace' };
  const auth = createActor(
    authMachine.provide({
      actors: {
        restoreSession: fromPromise<Restoration>(() =>
          Promise.resolve({ user: null, pendingVerification: null, pendingReset: null }),
        ),
        signIn: fromPromise<SignInAnswer, Credentials>(() => Promise.resolve({ outcome: 'done', user })),
        registerCustomer: fromPromise(() => Promise.resolve()),
        signOut: fromPromise<Answer>(() => Promise.resolve({ outcome: 'done' })),
      },
    }),
    { inspect: feed.inspect },
  );
  auth.start();
  await waitFor(auth, (snapshot) => snapshot.matches('signed-out'));
  auth.send({ type: 'sign-in.submitted', credentials: { email: 'ada@example.com', password: 'hunter2' } });
  await waitFor(auth, (snapshot) => snapshot.hasTag('authenticated'));
  const recorder = recorderOf(feed);
  auth.send({ type: 'sign-out.requested' });
  await waitFor(auth, (snapshot) => snapshot.matches('signed-out'));
  auth.stop();
  const [session] = recorder.sessions();
  if (session === undefined) throw new Error('Nothing was recorded');
  return session;
}
