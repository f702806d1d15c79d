import { useEffect } from 'react';
import { useAuth } from '#features/shared/app-context.ts';
import { useAccountForm } from '#features/shared/form.ts';
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
  /** Resolves with why it was refused; null when it was not. */
  readonly onSubmit: (password: string) => Promise<IdentityFailure | null>;
  readonly onCancel: () => void;
}

/** Asks for the password before the authenticator app is turned off: someone else may use an unlocked device. */
export const TurnOffForm = ({ turningOff, onSubmit, onCancel }: TurnOffFormProps) => {
  const email = useAuth((snapshot) => selectUser(snapshot)?.email ?? '');
  const { isPending, data: answer } = turningOff;
  const failure = answer?.outcome === 'refused' ? answer.failure : null;
  const passwordError = failure && isAboutPassword(failure) ? turnOffFailureText(failure) : null;

  const { retype, form } = useAccountForm({
    names: ['password'],
    submit: async (read) => {
      if (isPending) return;
      const refused = await onSubmit(read('password'));
      if (refused && isAboutPassword(refused)) retype('password');
    },
  });

  useEffect(() => retype('password'), [retype]);

  return (
    <form {...form} className={styles.form}>
      {failure && !passwordError && <Banner tone="error">{turnOffFailureText(failure)}</Banner>}
      {/* The focus stays in the field, whose new description is not read out. */}
      {passwordError && <VisuallyHidden role="alert">{passwordError}</VisuallyHidden>}
      <p>{securityTexts.confirmOff}</p>
      {/* Tells a password manager whose password this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        name="password"
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
