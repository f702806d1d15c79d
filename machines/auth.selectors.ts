import type { SnapshotFrom } from 'xstate';
import type { authMachine } from './auth.ts';
import type { AuthFailure, AuthStep, SignInChallenge, User } from './auth.types.ts';

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

export const isResending = (snapshot: AuthSnapshot): boolean => snapshot.hasTag('resending');

/** Whether a request is in flight, other than for another code. */
export const isSubmitting = (snapshot: AuthSnapshot): boolean => isBusy(snapshot) && !isResending(snapshot);

export const awaitsLink = (snapshot: AuthSnapshot): boolean =>
  snapshot.matches({ 'pending-verification': 'awaiting-link' });

export const selectAuthenticatedId = (snapshot: AuthSnapshot): string | null =>
  isAuthenticated(snapshot) ? (snapshot.context.user?.id ?? null) : null;

export const selectUser = (snapshot: AuthSnapshot): User | null => snapshot.context.user;

/** The first name, else the email; empty for a guest. */
export const selectGreetingName = ({ context: { user } }: AuthSnapshot): string =>
  user?.firstName || user?.email || '';

export const selectPendingVerification = (snapshot: AuthSnapshot): string | null =>
  snapshot.context.pendingVerification;

/** Whether a code or link was sent to the unverified email. */
export const isVerificationSent = ({ context }: AuthSnapshot): boolean =>
  context.verificationCode !== null && context.verificationCode.to === context.pendingVerification;

/** When another code or link was sent to the unverified email, in milliseconds since the epoch, or null. */
export const selectVerificationResentAt = ({ context }: AuthSnapshot): number | null =>
  context.verificationCode?.to === context.pendingVerification
    ? (context.verificationCode?.at ?? null)
    : null;

/** When another code was sent for the password reset, in milliseconds since the epoch, or null. */
export const selectResetResentAt = ({ context }: AuthSnapshot): number | null =>
  context.resetCode?.to === context.pendingReset ? (context.resetCode?.at ?? null) : null;

export const selectPendingReset = (snapshot: AuthSnapshot): string | null => snapshot.context.pendingReset;

export const selectChallenge = (snapshot: AuthSnapshot): SignInChallenge | null => snapshot.context.challenge;

/** The failure of one step, or null. A screen shows only its own. */
export const selectFailureOf =
  (step: AuthStep) =>
  ({ context: { failure } }: AuthSnapshot): AuthFailure | null =>
    failure?.step === step ? failure : null;
