import { type SubmitEvent, useLayoutEffect, useRef } from 'react';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import { AuthenticatorSecret } from '#features/shared/authenticator-secret.tsx';
import { selectUser } from '#machines/account/auth.selectors.ts';
import type { IdentityFailure, IdentityFailureName } from '#machines/account/auth.types.ts';
import { securityTexts, turnOnFailureText } from '#texts/security.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { CodeField } from '#ui/CodeField.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import type { Progress } from './authenticator-use.tsx';
import * as styles from './security.css.ts';

interface AuthenticatorSetupProps {
  readonly secret: string;
  readonly turningOn: Progress;
  /** Resolves with the reason for a refusal, or null. */
  readonly onSubmit: (code: string) => Promise<IdentityFailure | null>;
  readonly onCancel: () => void;
}

const codeFailures: readonly IdentityFailureName[] = ['field-empty', 'code-mismatch', 'code-expired'];

const isAboutCode = ({ name }: IdentityFailure): boolean => codeFailures.includes(name);

export const AuthenticatorSetup = ({ secret, turningOn, onSubmit, onCancel }: AuthenticatorSetupProps) => {
  const { productName } = useApp();
  const email = useAuth((snapshot) => selectUser(snapshot)?.email ?? '');
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { isPending, data: answer } = turningOn;
  const failure = answer?.outcome === 'refused' ? answer.failure : null;
  const codeError = failure && isAboutCode(failure) ? turnOnFailureText(failure) : null;

  // The setup is as high as a phone's screen, so it starts at the top.
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    const { bottom = 0 } = heading.current?.parentElement?.getBoundingClientRect() ?? {};
    if (bottom > window.innerHeight) heading.current?.scrollIntoView();
  }, []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const refused = await onSubmit(field.current?.value ?? '');
    // Typing replaces the selection.
    if (refused && isAboutCode(refused)) {
      field.current?.focus();
      field.current?.select();
    }
  };

  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {securityTexts.setup}
      </h3>
      <AuthenticatorSecret issuer={productName} email={email} secret={secret} />
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {failure && !codeError && <Banner tone="error">{turnOnFailureText(failure)}</Banner>}
        {/* Screen readers don't announce a new description of the focused field. */}
        {codeError && <VisuallyHidden role="alert">{codeError}</VisuallyHidden>}
        <CodeField
          ref={field}
          label={securityTexts.code}
          hint={securityTexts.codeHint}
          error={codeError}
          required
        />
        <div className={styles.actions}>
          <Button type="submit" busy={isPending}>
            {securityTexts.confirmCode}
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            {securityTexts.cancel}
          </Button>
        </div>
      </form>
    </>
  );
};
