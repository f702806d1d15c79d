import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import { AuthenticatorSecret } from '#features/shared/authenticator-secret.tsx';
import { selectUser } from '#machines/account/auth.selectors.ts';
import { securityTexts, turnOnFailureText } from '#texts/security.ts';
import { ConfirmForm } from './confirm-form.tsx';

interface AuthenticatorSetupProps
  extends Pick<ComponentProps<typeof ConfirmForm>, 'progress' | 'onSubmit' | 'onCancel'> {
  readonly secret: string;
}

export const AuthenticatorSetup = ({ secret, ...form }: AuthenticatorSetupProps) => {
  const { productName } = useApp();
  const email = useAuth((snapshot) => selectUser(snapshot)?.email ?? '');
  const heading = useRef<HTMLHeadingElement>(null);

  // The setup is as high as a phone's screen, so it starts at the top.
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    const { bottom = 0 } = heading.current?.parentElement?.getBoundingClientRect() ?? {};
    if (bottom > window.innerHeight) heading.current?.scrollIntoView();
  }, []);

  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {securityTexts.setup}
      </h3>
      <AuthenticatorSecret issuer={productName} email={email} secret={secret} />
      <ConfirmForm
        {...form}
        asks="code"
        confirm={securityTexts.confirmCode}
        failureText={turnOnFailureText}
      />
    </>
  );
};
