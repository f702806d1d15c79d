import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { authMachine } from './auth.ts';
import type { AuthFailure, AuthStep, User } from './auth.types.ts';
import type { challengeMachine } from './challenge.ts';
import type { passkeyMachine } from './passkey.ts';
import type { resetMachine } from './reset.ts';
import type { verificationMachine } from './verification.ts';

export type AuthSnapshot = SnapshotFrom<typeof authMachine>;

/** Whether the app still looks for a session. */
export const isLoading = (snapshot: AuthSnapshot): boolean => snapshot.matches('loading');

/** Whether the customer's pages may show. */
export const isAuthenticated = (snapshot: AuthSnapshot): boolean => snapshot.hasTag('authenticated');

/** Whether a customer is signing in, so that neither guest nor customer pages fit yet. */
export const isEntering = (snapshot: AuthSnapshot): boolean =>
  snapshot.matches({ 'signed-in': 'registering' });

/** Whether a request to the identity service is in flight. */
export const isBusy = (snapshot: AuthSnapshot): boolean => snapshot.hasTag('busy');

/** The challenge of a sign-in in progress; undefined if there is none. */
export const selectChallenge = ({
  children,
}: AuthSnapshot): ActorRefFrom<typeof challengeMachine> | undefined => children.challenge;

/** The sign-in with a passkey, which waits for its request; undefined for all but an idle guest. */
export const selectPasskey = ({ children }: AuthSnapshot): ActorRefFrom<typeof passkeyMachine> | undefined =>
  children.passkey;

/** The verification of an email in progress, of a guest or a customer; undefined if there is none. */
export const selectVerification = ({
  children,
}: AuthSnapshot): ActorRefFrom<typeof verificationMachine> | undefined =>
  children.verification ?? children.otherVerification;

/** The password reset in progress; undefined if there is none. */
export const selectReset = ({ children }: AuthSnapshot): ActorRefFrom<typeof resetMachine> | undefined =>
  children.reset;

/** The machine that takes a step, if it is not the account itself. */
export const selectChildAt = (step: AuthStep) => (snapshot: AuthSnapshot) => {
  if (step === 'challenge') return selectChallenge(snapshot);
  if (step === 'verify-email') return selectVerification(snapshot);
  if (step === 'confirm-reset') return selectReset(snapshot);
  return step === 'resend-code' ? (selectReset(snapshot) ?? selectVerification(snapshot)) : undefined;
};

export const selectAuthenticatedId = (snapshot: AuthSnapshot): string | null =>
  isAuthenticated(snapshot) ? (snapshot.context.user?.id ?? null) : null;

export const selectUser = (snapshot: AuthSnapshot): User | null => snapshot.context.user;

/** The first name, else the email; empty for a guest. */
export const selectGreetingName = ({ context: { user } }: AuthSnapshot): string =>
  user?.firstName || user?.email || '';

export const selectPendingVerification = (snapshot: AuthSnapshot): string | null =>
  snapshot.context.pendingVerification?.email ?? null;

/** Whether a code or link was sent to the unverified email. */
export const isVerificationSent = ({ context }: AuthSnapshot): boolean =>
  context.codeSentTo !== null && context.codeSentTo === context.pendingVerification?.email;

/** When a verification or reset sent another code or link, in milliseconds since the epoch, or null. */
export const selectSentAt = (
  snapshot: { readonly context: { readonly sentAt: number | null } } | undefined,
): number | null => snapshot?.context.sentAt ?? null;

export const selectPendingReset = (snapshot: AuthSnapshot): string | null => snapshot.context.pendingReset;

/** The failure of one step, or null. A screen shows only its own. */
export const selectFailureOf =
  (step: AuthStep) =>
  ({
    context: { failure },
  }: {
    readonly context: { readonly failure: AuthFailure | null };
  }): AuthFailure | null =>
    failure?.step === step ? failure : null;
