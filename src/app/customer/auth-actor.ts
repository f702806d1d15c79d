import { createActor, fromCallback, fromPromise } from 'xstate';
import type { Inspection } from '#devtools/inspect.ts';
import type { AuthActor } from '#features/shared/app-context.ts';
import { selectPendingVerification } from '#machines/account/auth.selectors.ts';
import { authMachine } from '#machines/account/auth.ts';
import type { AuthEvent } from '#machines/account/auth.types.ts';
import { challengeMachine } from '#machines/account/challenge.ts';
import { hostedMachine } from '#machines/account/hosted.ts';
import { passkeyMachine } from '#machines/account/passkey.ts';
import { resetMachine } from '#machines/account/reset.ts';
import { verificationMachine } from '#machines/account/verification.ts';
import type { Identity } from '#services/identity/index.ts';
import type { CustomerScope } from './customer-scope.ts';

/** Creates this tab's auth actor and connects it to the identity service. The caller starts the actor. */
export const createAuthActor = (
  identity: Identity,
  customer: CustomerScope,
  inspect: Inspection['inspect'],
): AuthActor => {
  const challenge = challengeMachine.provide({
    actors: {
      forgetChallengeOnExit: fromCallback(() => identity.forgetChallenge),
      answerChallenge: fromPromise(({ input, signal }) => identity.answerChallenge(input, signal)),
    },
  });
  const passkey = passkeyMachine.provide({
    actors: {
      assertPasskey: fromPromise(({ input, signal }) => identity.assertPasskey(input, signal)),
      answerPasskey: fromPromise(({ signal }) => identity.answerPasskey(signal)),
    },
  });
  const verification = verificationMachine.provide({
    actors: {
      confirmEmail: fromPromise(({ input }) => identity.confirmEmail(input)),
      sendVerificationCode: fromPromise(({ input }) => identity.sendVerificationCode(input)),
      forgetCredentialsOnExit: fromCallback(() => identity.forgetCredentials),
      repeatSignIn: fromPromise(({ signal }) => identity.repeatSignIn(signal)),
    },
  });
  const reset = resetMachine.provide({
    actors: {
      resetPassword: fromPromise(({ input }) => identity.resetPassword(input)),
      sendResetCode: fromPromise(({ input }) => identity.sendResetCode(input)),
    },
  });
  const hosted = hostedMachine.provide({
    actors: {
      openHostedSignIn: fromPromise(({ signal }) => identity.openHostedSignIn(signal)),
      completeHostedSignIn: fromPromise(({ signal }) => identity.completeHostedSignIn(signal)),
      openHostedSignOut: fromPromise(({ signal }) => identity.openHostedSignOut(signal)),
    },
  });
  const auth = createActor(
    authMachine.provide({
      actors: {
        restoreSession: fromPromise(() => identity.restore()),
        watchSession: fromCallback<AuthEvent>(({ sendBack }) => identity.watch(sendBack)),
        signUp: fromPromise(({ input, signal }) => identity.signUp(input, signal)),
        signIn: fromPromise(({ input, signal }) => identity.signIn(input, signal)),
        hosted,
        challenge,
        passkey,
        verification,
        otherVerification: verification,
        requestReset: fromPromise(({ input }) => identity.sendResetCode(input)),
        reset,
        registerCustomer: fromPromise(async ({ input: { user } }) => {
          const { queryClient, storeQuery } = await customer.open(user);
          await queryClient.fetchQuery(storeQuery('profile'));
        }),
        signOut: fromPromise(async ({ input: { isForced } }) =>
          isForced ? { outcome: 'done', ...(await identity.forgetSession()) } : identity.signOut(),
        ),
      },
    }),
    { inspect },
  );
  storePendingOf(auth, identity);
  return auth;
};

/** Stores the emails that await a code or link, so that a reload resumes at that step. */
const storePendingOf = (auth: AuthActor, { storePending }: Pick<Identity, 'storePending'>): void => {
  let kept = JSON.stringify([null, null, null]);
  auth.subscribe((snapshot) => {
    if (snapshot.matches('loading')) return;
    const { pendingReset, codeSentTo } = snapshot.context;
    const pendingVerification = selectPendingVerification(snapshot);
    const current = JSON.stringify([pendingVerification, pendingReset, codeSentTo]);
    if (current === kept) return;
    kept = current;
    storePending({ pendingVerification, pendingReset, codeSentTo });
  });
};
