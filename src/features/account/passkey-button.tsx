import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import { isBusy, selectPasskey } from '#machines/account/auth.selectors.ts';
import { accountTexts } from '#texts/account.ts';
import { Button } from '#ui/Button.tsx';

interface PasskeyButtonProps {
  /** Null if the form has no valid email, and says so. */
  readonly email: () => string | null;
}

/** Stays usable while the browser asks for the passkey: another press asks again. */
export const PasskeyButton = ({ email: typed }: PasskeyButtonProps) => {
  const { auth } = useApp();
  const passkey = useAuth(selectPasskey);
  const isAsserting = useSelector(passkey, (snapshot) => snapshot?.matches('asserting') ?? false);
  const isResponding = useSelector(passkey, (snapshot) => snapshot?.hasTag('busy') ?? false);
  // Otherwise the browser's question would stay open on the next page.
  useEffect(() => () => selectPasskey(auth.getSnapshot())?.send({ type: 'passkey.left' }), [auth]);
  const request = () => {
    const email = typed();
    if (email === null) return;
    auth.send({ type: 'failure.dismissed', step: 'sign-in' });
    passkey?.send({ type: 'passkey.requested', email });
  };
  return (
    <Button
      variant="secondary"
      busy={useAuth(isBusy) || isResponding}
      repeatable={isAsserting}
      onClick={request}
    >
      {accountTexts.signIn.passkey}
    </Button>
  );
};
