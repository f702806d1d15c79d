import { useSelector } from '@xstate/react';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import { isBusy, selectChildAt, selectFailureOf } from '#machines/account/auth.selectors.ts';
import type { AuthFailure, AuthStep } from '#machines/account/auth.types.ts';

/** The failure of a step, or null, and how to dismiss it. */
export const useFailure = (step: AuthStep): readonly [AuthFailure | null, () => void] => {
  const { auth } = useApp();
  const actor = useAuth(selectChildAt(step)) ?? auth;
  const failure = useSelector(actor, selectFailureOf(step));
  return [failure, () => actor.send({ type: 'failure.dismissed', step })];
};

/** Whether a request is in flight, other than for another code. */
export const useIsSubmitting = (step: AuthStep): boolean => {
  const child = useAuth(selectChildAt(step));
  const isChildBusy = useSelector(
    child,
    (snapshot) => (snapshot?.hasTag('busy') && !isResending(snapshot)) ?? false,
  );
  return useAuth(isBusy) || isChildBusy;
};

/** Whether another code or link is being sent. */
export const isResending = (snapshot: { readonly tags: ReadonlySet<string> }): boolean =>
  snapshot.tags.has('resending');
