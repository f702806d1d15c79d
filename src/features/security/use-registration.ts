import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { type PasskeyRegistrationActor, useCustomer } from '#features/shared/app-context.ts';
import type { IdentityFailure } from '#machines/auth.types.ts';
import {
  isAdded,
  isCancelable,
  isRegistering,
  selectRegistrationFailure,
} from '#machines/passkey-registration.selectors.ts';

const unloaded: IdentityFailure = { name: 'unavailable', message: '' };

/**
 * Adds passkeys, one at a time. Leaving the component ends the browser's question.
 * @param onAdded called after each passkey that the service has registered
 */
export const useRegistration = (onAdded: () => void) => {
  const { loadPurchase } = useCustomer();
  const [actor, setActor] = useState<PasskeyRegistrationActor | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  useEffect(() => () => actor?.stop(), [actor]);

  const begin = async (): Promise<void> => {
    setActor(null);
    setIsMissing(false);
    const parts = await loadPurchase().catch(() => null);
    if (isLeft.current) return;
    setIsMissing(parts === null);
    if (parts === null) return;
    const started = parts.registerPasskey();
    setActor(started);
    started.subscribe((snapshot) => {
      if (isAdded(snapshot)) onAdded();
    });
  };

  const current = actor ?? undefined;
  const failure = useSelector(current, (snapshot) => snapshot && selectRegistrationFailure(snapshot)) ?? null;
  return {
    begin: () => void begin(),
    cancel: () => actor?.send({ type: 'registration.canceled' }),
    /** Forgets how the last registration ended. */
    clear: () => {
      setActor(null);
      setIsMissing(false);
    },
    isBusy: useSelector(current, (snapshot) => snapshot !== undefined && isRegistering(snapshot)),
    isCancelable: useSelector(current, (snapshot) => snapshot !== undefined && isCancelable(snapshot)),
    isAdded: useSelector(current, (snapshot) => snapshot !== undefined && isAdded(snapshot)),
    failure: isMissing ? unloaded : failure,
  };
};
