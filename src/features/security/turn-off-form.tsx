import { type SubmitEvent, useEffect, useRef } from 'react';
import { useAuth } from '#features/shared/app-context.ts';
import { selectUser } from '#machines/auth.selectors.ts';
import type { IdentityFailure } from '#machines/auth.types.ts';
import { isAboutPassword, securityTexts, turnOffFailureText } from '#texts/security.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import type { Progress } from './authenticator-use.tsx';
import * as styles from './security.css.ts';

interface TurnOffFormProps {
  readonly turningOff: Progress;
  /** Resolves with the reason for a refusal, or null. */
  readonly onSubmit: (password: string) => Promise<IdentityFailure | null>;
  readonly onCancel: () => void;
}

/** Asks for the password before it turns the app off, in case another person uses an unlocked device. */
export const TurnOffForm = ({ turningOff, onSubmit, onCancel }: TurnOffFormProps) => {
  const email = useAuth((snapshot) => selectUser(snapshot)?.email ?? '');
  const field = useRef<HTMLInputElement>(null);
  const { isPending, data: answer } = turningOff;
  const failure = answer?.outcome === 'refused' ? answer.failure : null;
  const passwordError = failure && isAboutPassword(failure) ? turnOffFailureText(failure) : null;

  useEffect(() => field.current?.focus(), []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const refused = await onSubmit(field.current?.value ?? '');
    // Typing replaces the selection.
    if (refused && isAboutPassword(refused)) {
      field.current?.focus();
      field.current?.select();
    }
  };

  return (
    // Without `post`, a native submit would put the values into the URL.
    <form className={styles.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      {failure && !passwordError && <Banner tone="error">{turnOffFailureText(failure)}</Banner>}
      {/* Screen readers don't announce a new description of the focused field. */}
      {passwordError && <VisuallyHidden role="alert">{passwordError}</VisuallyHidden>}
      <p>{securityTexts.confirmOff}</p>
      {/* Tells password managers which account this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        ref={field}
        label={securityTexts.password}
        error={passwordError}
        autoComplete="current-password"
        required
      />
      <div className={styles.actions}>
        <Button type="submit" busy={isPending}>
          {securityTexts.turnOff}
        </Button>
        <Button variant="secondary" aria-disabled={isPending} onClick={onCancel}>
          {securityTexts.cancel}
        </Button>
      </div>
    </form>
  );
};
