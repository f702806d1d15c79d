import { type AuthSnapshot, isBusy } from '#machines/auth.selectors.ts';

/** Whether another code is being sent. */
export const isResending = (snapshot: AuthSnapshot): boolean =>
  snapshot.matches({ 'pending-verification': 'resending' }) ||
  snapshot.matches({ 'pending-reset': 'resending' }) ||
  snapshot.matches({ 'signed-in': 'resending' });

/** Whether what was submitted is being worked on: busy with anything but another code. */
export const isSubmitting = (snapshot: AuthSnapshot): boolean => isBusy(snapshot) && !isResending(snapshot);
