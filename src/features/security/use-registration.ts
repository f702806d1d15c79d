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
  const [current, setCurrent] = useState<PasskeyRegistrationActor | 'loading' | 'missing' | null>(null);
  const actor = current === null || typeof current === 'string' ? undefined : current;
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
    setCurrent('loading');
    const parts = await loadPurchase().catch(() => null);
    if (presses.current !== press) return;
    const started = parts?.registerPasskey();
    setCurrent(started ?? 'missing');
    started?.subscribe((snapshot) => {
      if (isAdded(snapshot)) onAdded();
    });
  };

  const snapshot = useSelector(actor, (latest) => latest);
  const failure = snapshot === undefined ? null : selectRegistrationFailure(snapshot);
  return {
    begin: () => void begin(),
    cancel: () => actor?.send({ type: 'registration.canceled' }),
    /** Clears the last registration's outcome. */
    clear: () => {
      forget();
      setCurrent(null);
    },
    isBusy: current === 'loading' || (snapshot !== undefined && isRegistering(snapshot)),
    isCancelable: snapshot !== undefined && isCancelable(snapshot),
    isAdded: snapshot !== undefined && isAdded(snapshot),
    /** Whether the added passkey can't sign in yet, because sign-in also asks for a code. */
    needsCode: snapshot !== undefined && needsCode(snapshot),
    failure: current === 'missing' ? unloaded : failure,
  };
};
