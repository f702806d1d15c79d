import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useApp, useEmail } from '#features/shared/app-context.ts';
import { NewPasswordField } from '#features/shared/new-password-field.tsx';
import { useField, useForm } from '#features/shared/use-form.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { accountTexts } from '#texts/account.ts';
import { accountStepTexts, newPasswordText } from '#texts/account-steps.ts';
import { changePasswordFailureText, changePasswordTexts, passwordFieldOf } from '#texts/profile.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { isFocusLost } from '#ui/focus.ts';
import { PasswordField } from '#ui/PasswordField.tsx';
import { Region } from '#ui/Region.tsx';
import { FormOutcome } from './form-outcome.tsx';
import * as styles from './profile.css.ts';
import { failureIn, profileMutation } from './profile-mutations.ts';

export const PasswordSection = () => {
  /** The number of changes. Each one empties the form. */
  const [changes, setChanges] = useState(0);
  const panel = useRef<HTMLDivElement>(null);
  // The pressed button is gone, so move the focus.
  useEffect(() => {
    if (changes > 0 && isFocusLost()) panel.current?.focus();
  }, [changes]);
  return (
    <Region label={changePasswordTexts.title}>
      <div ref={panel} className={styles.panel} tabIndex={-1}>
        {changes > 0 && <Banner tone="success">{changePasswordTexts.done}</Banner>}
        <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />
      </div>
    </Region>
  );
};

const initial = { currentPassword: '', newPassword: '', confirmPassword: '' };

const check = ({ currentPassword, newPassword, confirmPassword }: typeof initial) => ({
  currentPassword: currentPassword === '' ? accountTexts.signIn.passwordMissing : null,
  newPassword: newPassword === '' ? accountTexts.signIn.passwordMissing : newPasswordText(newPassword),
  confirmPassword: newPassword === confirmPassword ? null : accountStepTexts.resetPassword.mismatch,
});

const PasswordForm = ({ onChanged }: { readonly onChanged: () => void }) => {
  const email = useEmail();
  const changing = useMutation(
    profileMutation<typeof initial>(useApp().loadSecurity, (profile, { currentPassword, newPassword }) =>
      profile.changePassword({ current: currentPassword, next: newPassword }),
    ),
  );
  const failure = failureIn(changing.data);
  const isOnline = useOnline();
  const refused = useMemo(() => {
    const field = failure && passwordFieldOf(failure);
    return field ? { [field]: changePasswordFailureText(failure) } : null;
  }, [failure]);
  const form = useForm({
    initial,
    labels: changePasswordTexts.fields,
    check,
    refused,
    submit: (typed) => {
      if (!isOnline || changing.isPending) return;
      changing.mutate(typed, { onSuccess: ({ outcome }) => outcome === 'done' && onChanged() });
    },
  });

  return (
    <form {...form.props} className={styles.form}>
      {/* Tells password managers which account this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...useField(form, 'currentPassword')} autoComplete="current-password" required />
      <NewPasswordField {...useField(form, 'newPassword')} required />
      <PasswordField {...useField(form, 'confirmPassword')} autoComplete="new-password" required />
      <div className={styles.actions}>
        <Button type="submit" busy={changing.isPending} aria-disabled={!isOnline}>
          {changePasswordTexts.submit}
        </Button>
      </div>
      <FormOutcome form={form} failure={failure && changePasswordFailureText(failure)} />
    </form>
  );
};
