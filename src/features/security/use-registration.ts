import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PasskeyRegistrationActor } from '#features/shared/app-context.ts';
import type { LoadPurchase } from '#features/shared/lazy-purchase.ts';
import type { IdentityFailure } from '#machines/account/auth.types.ts';
import {
  isAdded,
  isCancelable,
  isRegistering,
  needsCode,
  selectRegistrationFailure,
} from '#machines/account/passkey-registration.selectors.ts';

const unloaded: IdentityFailure = { name: 'unavailable', message: '' };

/**
 * Adds passkeys, one at a time. Unmounting closes the browser's passkey prompt.
 * @param onAdded called after the service has registered a passkey
 */
export const useRegistration = ({ loadPurchase }: LoadPurchase, onAdded: () => void) => {
  const [actor, setActor] = useState<PasskeyRegistrationActor | null>(null);
  const [code, setCode] = useState<'ready' | 'loading' | 'missing'>('ready');
  const presses = useRef(0);
  const forget = useCallback(() => {
    presses.current += 1;
  }, []);
  useEffect(() => forget, [forget]);
  useEffect(
    () => () => {
      // Let a save finish, so that `onAdded` updates the list and the offer.
      if (actor && isCancelable(actor.getSnapshot())) actor.stop();
    },
    [actor],
  );

  const begin = async (): Promise<void> => {
    forget();
    const press = presses.current;
    setActor(null);
    setCode('loading');
    const parts = await loadPurchase().catch(() => null);
    if (presses.current !== press) return;
    setCode(parts === null ? 'missing' : 'ready');
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
    /** Clears the last registration's outcome. */
    clear: () => {
      forget();
      setActor(null);
      setCode('ready');
    },
    isBusy:
      useSelector(current, (snapshot) => snapshot !== undefined && isRegistering(snapshot)) ||
      code === 'loading',
    isCancelable: useSelector(current, (snapshot) => snapshot !== undefined && isCancelable(snapshot)),
    isAdded: useSelector(current, (snapshot) => snapshot !== undefined && isAdded(snapshot)),
    /** Whether the added passkey can't sign in yet, because sign-in also asks for a code. */
    needsCode: useSelector(current, (snapshot) => snapshot !== undefined && needsCode(snapshot)),
    failure: code === 'missing' ? unloaded : failure,
  };
};
