import { useSelector } from '@xstate/react';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import { isBusy, selectChildAt, selectFailureOf } from '#machines/account/auth.selectors.ts';
import type { AuthFailure, AuthStep } from '#machines/account/auth.types.ts';

/** Returns a step's failure, or null, and a function to dismiss the failure. */
export const useFailure = (step: AuthStep): readonly [AuthFailure | null, () => void] => {
  const { auth } = useApp();
  const actor = useAuth(selectChildAt(step)) ?? auth;
  const failure = useSelector(actor, selectFailureOf(step));
  return [failure, () => actor.send({ type: 'failure.dismissed', step })];
};

/** Returns whether a step's request is in flight. Ignores requests to resend a code. */
export const useIsSubmitting = (step: AuthStep): boolean => {
  const child = useAuth(selectChildAt(step));
  const isChildBusy = useSelector(child, (state) => state?.hasTag('busy') === true && !isResending(state));
  return useAuth(isBusy) || isChildBusy;
};

/** Returns whether a code or link is being resent. */
export const isResending = (snapshot: { readonly tags: ReadonlySet<string> }): boolean =>
  snapshot.tags.has('resending');
