import type { SnapshotFrom } from 'xstate';
import type { authMachine } from './auth.ts';
import type { AuthFailure, AuthStep, User } from './auth.types.ts';

export type AuthSnapshot = SnapshotFrom<typeof authMachine>;

/** Returns whether the app is still looking for a session. */
export const isLoading = (snapshot: AuthSnapshot): boolean => snapshot.matches('loading');

/** Returns whether the app can show pages for signed-in customers. */
export const isAuthenticated = (snapshot: AuthSnapshot): boolean => snapshot.hasTag('authenticated');

/** Returns whether a sign-in is finishing, so that the app shows neither guest nor customer pages. */
export const isEntering = (snapshot: AuthSnapshot): boolean =>
  snapshot.matches({ 'signed-in': 'registering' });

/** Returns whether a request to the identity service is in flight. */
export const isBusy = (snapshot: AuthSnapshot): boolean => snapshot.hasTag('busy');

/** Returns the challenge of the sign-in in progress, or undefined if there is none. */
export const selectChallenge = ({ children }: AuthSnapshot) => children.challenge;

/** Returns the passkey machine, which runs only while a guest has nothing else in progress. */
export const selectPasskey = ({ children }: AuthSnapshot) => children.passkey;

/** Returns the guest's or customer's email verification in progress, or undefined if there is none. */
export const selectVerification = ({ children }: AuthSnapshot) =>
  children.verification ?? children.otherVerification;

/** Returns the password reset in progress, or undefined if there is none. */
export const selectReset = ({ children }: AuthSnapshot) => children.reset;

/** Returns the child machine that handles a step, or undefined if the auth machine does. */
export const selectChildAt = (step: AuthStep) => (snapshot: AuthSnapshot) => {
  if (step === 'challenge') return selectChallenge(snapshot);
  if (step === 'verify-email') return selectVerification(snapshot);
  if (step === 'confirm-reset') return selectReset(snapshot);
  return step === 'resend-code' ? (selectReset(snapshot) ?? selectVerification(snapshot)) : undefined;
};

export const selectAuthenticatedId = (snapshot: AuthSnapshot): string | null =>
  isAuthenticated(snapshot) ? (snapshot.context.user?.id ?? null) : null;

export const selectUser = (snapshot: AuthSnapshot): User | null => snapshot.context.user;

/** Returns the first name, or else the email. Empty for a guest. */
export const selectGreetingName = ({ context: { user } }: AuthSnapshot): string =>
  user?.firstName || user?.email || '';

export const selectPendingVerification = (snapshot: AuthSnapshot): string | null =>
  snapshot.context.pendingVerification?.email ?? null;

/** Returns whether a code or link was sent to the unverified email. */
export const isVerificationSent = ({ context }: AuthSnapshot): boolean =>
  context.codeSentTo !== null && context.codeSentTo === context.pendingVerification?.email;

/** Returns when another code or link was sent, in milliseconds since the epoch, or null. */
export const selectSentAt = (
  snapshot: { readonly context: { readonly sentAt: number | null } } | undefined,
): number | null => snapshot?.context.sentAt ?? null;

export const selectPendingReset = (snapshot: AuthSnapshot): string | null => snapshot.context.pendingReset;

/** Selects the failure of one step, or null. Each screen shows only its own failures. */
export const selectFailureOf =
  (step: AuthStep) =>
  ({
    context: { failure },
  }: {
    readonly context: { readonly failure: AuthFailure | null };
  }): AuthFailure | null =>
    failure?.step === step ? failure : null;
