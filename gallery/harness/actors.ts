import {
  type ActorOptions,
  type AnyActorLogic,
  type AnyActorRef,
  createActor,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
} from 'xstate';
import type {
  ActivityActor,
  AuthActor,
  CheckoutActor,
  LedgerActor,
  PasskeyRegistrationActor,
} from '#features/shared/app-context.ts';
import {
  selectChallenge,
  selectPasskey,
  selectReset,
  selectVerification,
} from '#machines/account/auth.selectors.ts';
import { authMachine } from '#machines/account/auth.ts';
import type { AuthEvent, Restoration } from '#machines/account/auth.types.ts';
import { challengeMachine } from '#machines/account/challenge.ts';
import type { ChallengeEvent } from '#machines/account/challenge.types.ts';
import { hostedMachine } from '#machines/account/hosted.ts';
import { passkeyMachine } from '#machines/account/passkey.ts';
import type { PasskeyEvent } from '#machines/account/passkey.types.ts';
import { passkeyRegistrationMachine } from '#machines/account/passkey-registration.ts';
import type { PasskeyRegistrationEvent } from '#machines/account/passkey-registration.types.ts';
import { resetMachine } from '#machines/account/reset.ts';
import type { ResetEvent } from '#machines/account/reset.types.ts';
import { verificationMachine } from '#machines/account/verification.ts';
import type { VerificationEvent } from '#machines/account/verification.types.ts';
import { activityMachine } from '#machines/lists/activity.ts';
import type {
  ActivityAddress,
  ActivityAnswer,
  ActivityEvent,
  ActivityQuery,
} from '#machines/lists/activity.types.ts';
import { downloadMachine } from '#machines/lists/download.ts';
import type { DownloadEvent } from '#machines/lists/download.types.ts';
import { ledgerMachine } from '#machines/lists/ledger.ts';
import type { LedgerAddress, LedgerAnswer, LedgerEvent, LedgerQuery } from '#machines/lists/ledger.types.ts';
import { checkoutMachine } from '#machines/purchase/checkout.ts';
import type { CheckoutEvent, Concealed } from '#machines/purchase/checkout.types.ts';
import { paymentMachine } from '#machines/purchase/payment.ts';
import { activityOf, attempt, customer, failing, historyOf, now, pending } from './fixtures.ts';

/** The actors' results and the events that bring a machine into a state. */
export interface ActorSetup<Actors, Event> {
  /** Actors whose results differ from the defaults. */
  readonly actors?: Actors;
  /** Events to send, each after the effects of the previous one. */
  readonly events?: readonly Event[];
}

type ActorsOf<Machine extends { provide: (implementations: never) => unknown }> = Parameters<
  Machine['provide']
>[0] extends { actors?: infer Actors }
  ? NonNullable<Actors>
  : never;

export interface AuthSetup
  extends ActorSetup<
    Omit<
      ActorsOf<typeof authMachine>,
      'hosted' | 'challenge' | 'passkey' | 'verification' | 'otherVerification' | 'reset'
    >,
    AuthEvent | ChallengeEvent | PasskeyEvent | VerificationEvent | ResetEvent
  > {
  /** Actors of the child machines whose results differ from the defaults. */
  readonly hosted?: ActorsOf<typeof hostedMachine>;
  readonly challenge?: ActorsOf<typeof challengeMachine>;
  readonly passkey?: ActorsOf<typeof passkeyMachine>;
  readonly verification?: ActorsOf<typeof verificationMachine>;
  readonly reset?: ActorsOf<typeof resetMachine>;
}
export interface CheckoutSetup
  extends ActorSetup<Omit<ActorsOf<typeof checkoutMachine>, 'payment'>, CheckoutEvent> {
  /** Actors of the payment machine whose results differ from the defaults. */
  readonly payment?: ActorsOf<typeof paymentMachine>;
}
export type RegistrationSetup = ActorSetup<
  ActorsOf<typeof passkeyRegistrationMachine>,
  PasskeyRegistrationEvent
>;
export type LedgerSetup = ActorSetup<ActorsOf<typeof ledgerMachine>, LedgerEvent | DownloadEvent>;

export type ActivitySetup = ActorSetup<ActorsOf<typeof activityMachine>, ActivityEvent | DownloadEvent>;

export const resolves = <Output, Input = NonReducibleUnknown>(output: NoInfer<Output>) =>
  fromPromise<Output, Input>(async () => output);

/** Creates an actor that never resolves, so that its machine stays in the invoking state. */
export const never = <Output, Input = NonReducibleUnknown>() => fromPromise<Output, Input>(pending);

export const rejects = <Output, Input = NonReducibleUnknown>() => fromPromise<Output, Input>(failing);

/** A clock that never fires, so that delayed transitions don't happen. */
const clock: ActorOptions<AnyActorLogic>['clock'] = { setTimeout: () => 0, clearTimeout: () => undefined };

export const signedOut: Restoration = {
  user: null,
  pendingVerification: null,
  pendingReset: null,
  challenge: null,
  codeSentTo: null,
  interruptedLink: null,
  returnsFromHostedUi: false,
};

/** Creates the account actor of a guest or a signed-in customer, without starting it. */
export const authFixture = (
  { actors, hosted, challenge, passkey, verification, reset }: AuthSetup,
  isCustomer: boolean,
): AuthActor => {
  const verifier = verificationMachine.provide({
    actors: {
      forgetCredentialsOnExit: fromCallback(() => undefined),
      confirmEmail: never(),
      sendVerificationCode: never(),
      repeatSignIn: never(),
      ...verification,
    },
  });
  return createActor(
    authMachine.provide({
      actors: {
        restoreSession: resolves({ ...signedOut, user: isCustomer ? customer : null }),
        signUp: never(),
        signIn: never(),
        requestReset: never(),
        registerCustomer: never(),
        signOut: never(),
        watchSession: fromCallback(() => undefined),
        ...actors,
        hosted: hostedMachine.provide({
          actors: {
            openHostedSignIn: never(),
            completeHostedSignIn: never(),
            openHostedSignOut: never(),
            ...hosted,
          },
        }),
        challenge: challengeMachine.provide({
          actors: {
            forgetChallengeOnExit: fromCallback(() => undefined),
            answerChallenge: never(),
            ...challenge,
          },
        }),
        passkey: passkeyMachine.provide({
          actors: { assertPasskey: never(), answerPasskey: never(), ...passkey },
        }),
        verification: verifier,
        otherVerification: verifier,
        reset: resetMachine.provide({
          actors: { resetPassword: never(), sendResetCode: never(), ...reset },
        }),
      },
    }),
    { clock },
  );
};

/** Returns the machine that takes an event: the child machine on screen, or else the account. */
const takerIn = (auth: AuthActor, { type }: { readonly type: string }): Pick<AnyActorRef, 'send'> => {
  const snapshot = auth.getSnapshot();
  const child =
    selectChallenge(snapshot) ??
    selectReset(snapshot) ??
    selectVerification(snapshot) ??
    selectPasskey(snapshot);
  return childEvents.has(type) && child !== undefined ? child : auth;
};

const childEvents = new Set<string>([
  'challenge.answered',
  'code.submitted',
  'code.requested',
  'reset.submitted',
  'passkey.requested',
]);

/** Sends events to the account and its child machines. */
export const sendAuthEvents = (auth: AuthActor, { events }: AuthSetup): Promise<void> =>
  sendEvents<{ readonly type: string }>({ send: (event) => takerIn(auth, event).send(event) }, events);

const paymentToken: Concealed = { reveal: () => 'token' };

/** Creates the checkout actor of a customer without an open attempt, without starting it. */
export const checkoutFixture = ({ actors, payment }: CheckoutSetup): CheckoutActor =>
  createActor(
    checkoutMachine.provide({
      actors: {
        recallAttempt: resolves(null),
        loadPurchase: resolves(null),
        listCards: resolves([]),
        watchCardFields: fromCallback(() => undefined),
        watchAttempts: fromCallback(() => undefined),
        mountCardFields: resolves({ outcome: 'mounted' }),
        quotePackage: never(),
        ...actors,
        payment: paymentMachine.provide({
          actors: {
            watchCardFields: fromCallback(() => undefined),
            quotePackage: resolves({ outcome: 'unchanged' }),
            tokenize: resolves({ outcome: 'tokenized', paymentToken }),
            readBaseline: resolves({ outcome: 'noted', baseline: null }),
            keepAttempt: resolves(attempt),
            pay: never(),
            askOutcome: never(),
            ...payment,
          },
        }),
      },
    }),
    { input: { customerId: customer.id }, clock },
  );

/** Creates a passkey registration that waits for the customer, without starting it. */
export const registrationFixture = ({ actors }: RegistrationSetup): PasskeyRegistrationActor =>
  createActor(
    passkeyRegistrationMachine.provide({
      actors: { createPasskey: never(), savePasskey: never(), ...actors },
    }),
    { clock },
  );

const idleDownload = downloadMachine.provide({
  actors: { writeDownload: fromCallback(() => undefined) },
});

/** Sends events to a list or its download. */
export const sendListEvents = (
  list: LedgerActor | ActivityActor,
  events: readonly { readonly type: string }[] | undefined,
): Promise<void> =>
  sendEvents<{ readonly type: string }>(
    {
      send(event) {
        const { download } = list.getSnapshot().children;
        const taker: Pick<AnyActorRef, 'send'> | undefined = event.type.startsWith('download.')
          ? download
          : list;
        taker?.send(event);
      },
    },
    events,
  );

/** Creates the ledger actor of a customer with purchases, at an address, without starting it. */
export const ledgerFixture = ({ actors }: LedgerSetup, address: LedgerAddress): LedgerActor =>
  createActor(
    ledgerMachine.provide({
      actors: {
        loadHistory: fromPromise<LedgerAnswer, LedgerQuery>(async ({ input }) => ({
          outcome: 'loaded',
          history: historyOf(input),
          readAt: now,
        })),
        download: idleDownload,
        ...actors,
      },
    }),
    { input: { address }, clock },
  );

/** Creates the activity actor of a customer who spends credits, at an address, without starting it. */
export const activityFixture = ({ actors }: ActivitySetup, address: ActivityAddress): ActivityActor =>
  createActor(
    activityMachine.provide({
      actors: {
        loadActivity: fromPromise<ActivityAnswer, ActivityQuery>(async ({ input }) => ({
          activity: activityOf(input),
          readAt: now,
        })),
        download: idleDownload,
        ...actors,
      },
    }),
    { input: { address }, clock },
  );

/** Resolves after all promises that can settle now have settled. */
export const promisesSettled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Sends events to a machine, each after the effects of the previous one. */
export const sendEvents = async <Event>(
  actor: { send(event: Event): void },
  events: readonly Event[] = [],
): Promise<void> => {
  await promisesSettled();
  for (const event of events) {
    actor.send(event);
    await promisesSettled();
  }
};
