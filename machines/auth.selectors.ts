import type { SnapshotFrom } from 'xstate';
import type { authMachine } from './auth.ts';
import type { AuthFailure, AuthStep, SignInChallenge, User } from './auth.types.ts';

export type AuthSnapshot = SnapshotFrom<typeof authMachine>;

/** Whether it is still unknown if there is a session. */
export const isLoading = (snapshot: AuthSnapshot): boolean => snapshot.matches('loading');

/** Whether the pages of a customer may be shown. */
export const isAuthenticated = (snapshot: AuthSnapshot): boolean => snapshot.hasTag('authenticated');

/** Whether a customer is on the way in, and no page of either side is the right one yet. */
export const isEntering = (snapshot: AuthSnapshot): boolean =>
  snapshot.matches({ 'signed-in': 'registering' });

/** Whether an answer of the identity service is awaited. */
export const isBusy = (snapshot: AuthSnapshot): boolean => snapshot.hasTag('busy');

/** Whether another code or link is being sent. */
export const isResending = (snapshot: AuthSnapshot): boolean => snapshot.hasTag('resending');

/** Whether what was submitted is being worked on: busy with anything but another code. */
export const isSubmitting = (snapshot: AuthSnapshot): boolean => isBusy(snapshot) && !isResending(snapshot);

/** Whether the page waits for the link in the mail to be opened. */
export const awaitsLink = (snapshot: AuthSnapshot): boolean =>
  snapshot.matches({ 'pending-verification': 'awaiting-link' });

/** The id of the customer whose pages may be shown, or null. */
export const selectAuthenticatedId = (snapshot: AuthSnapshot): string | null =>
  isAuthenticated(snapshot) ? (snapshot.context.user?.id ?? null) : null;

export const selectUser = (snapshot: AuthSnapshot): User | null => snapshot.context.user;

/** The name to greet with: the first name, else the email; empty for a guest. */
export const selectGreetingName = ({ context: { user } }: AuthSnapshot): string =>
  user?.firstName || user?.email || '';

export const selectPendingVerification = (snapshot: AuthSnapshot): string | null =>
  snapshot.context.pendingVerification;

/** Whether a code or link is known to have been sent to the email that waits to be verified. */
export const isVerificationSent = ({ context }: AuthSnapshot): boolean =>
  context.verificationCode !== null && context.verificationCode.to === context.pendingVerification;

/** When another code or link was sent to the email that waits to be verified, or null. */
export const selectVerificationResentAt = ({ context }: AuthSnapshot): number | null =>
  context.verificationCode?.to === context.pendingVerification
    ? (context.verificationCode?.at ?? null)
    : null;

/** When another code was sent to the email that waits for its reset, or null. */
export const selectResetResentAt = ({ context }: AuthSnapshot): number | null =>
  context.resetCode?.to === context.pendingReset ? (context.resetCode?.at ?? null) : null;

export const selectPendingReset = (snapshot: AuthSnapshot): string | null => snapshot.context.pendingReset;

/** What the sign-in under way is to be proven with, or null. */
export const selectChallenge = (snapshot: AuthSnapshot): SignInChallenge | null => snapshot.context.challenge;

/** The failure of one step, or null: a screen shows only its own. */
export const selectFailureOf =
  (step: AuthStep) =>
  ({ context: { failure } }: AuthSnapshot): AuthFailure | null =>
    failure?.step === step ? failure : null;
