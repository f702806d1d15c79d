import { useEffect } from 'react';
import { useApp, useAuth } from '#features/app-context.ts';
import { selectFailureOf } from '#machines/auth.selectors.ts';
import type { AuthFailure, AuthStep } from '#machines/auth.types.ts';

/** The failure of one step while its screen is there; a screen neither finds an old one nor leaves one behind. */
export const useFailure = (step: AuthStep): AuthFailure | null => {
  const { auth } = useApp();
  useEffect(() => {
    const dismiss = () => auth.send({ type: 'failure.dismissed', step });
    dismiss();
    return dismiss;
  }, [auth, step]);
  return useAuth(selectFailureOf(step));
};
