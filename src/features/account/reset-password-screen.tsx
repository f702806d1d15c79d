import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useAuth } from '#features/shared/app-context.ts';
import type { Errors } from '#features/shared/form.ts';
import { NewPasswordField } from '#features/shared/new-password-field.tsx';
import { useField, useForm, useFormState } from '#features/shared/use-form.ts';
import { selectPendingReset, selectReset, selectSentAt } from '#machines/account/auth.selectors.ts';
import type { IdentityFailure } from '#machines/account/auth.types.ts';
import { accountStepTexts, newPasswordText, resetPasswordFailureText } from '#texts/account-steps.ts';
import { Button } from '#ui/Button.tsx';
import { CodeField } from '#ui/CodeField.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { FailureBanner, SubmitOutcome } from './account-errors.tsx';
import * as styles from './account-page.css.ts';
import { AccountPage, PageLink } from './account-page.tsx';
import { RequestResetFailure } from './recovery-links.tsx';
import { ResendResetCode } from './resend-code.tsx';
import { useFailure, useIsSubmitting } from './use-step.ts';

const { fields, resetPassword: texts } = accountStepTexts;

const initial = { code: '', newPassword: '', confirmPassword: '' };

const check = ({ newPassword, confirmPassword }: typeof initial) => ({
  newPassword: newPasswordText(newPassword),
  confirmPassword: newPassword === confirmPassword ? null : texts.mismatch,
});

const toErrors = (failure: IdentityFailure): Errors<keyof typeof initial> | null => {
  const text = resetPasswordFailureText(failure);
  if (failure.name === 'password-invalid') return { newPassword: text };
  return failure.name === 'code-mismatch' || failure.name === 'code-expired' ? { code: text } : null;
};

/** Renders the form for a new password. `message` is the provider's reason for the reset, if any. */
export const ResetPasswordScreen = ({ message }: { readonly message: string | null }) => {
  const reset = useAuth(selectReset);
  const email = useAuth(selectPendingReset);
  const busy = useIsSubmitting('confirm-reset');
  const [failure, dismiss] = useFailure('confirm-reset');
  const form = useForm({
    initial,
    labels: fields,
    check,
    dismiss,
    refused: useMemo(() => failure && toErrors(failure), [failure]),
    submit: ({ code, newPassword }) => reset?.send({ type: 'reset.submitted', code, password: newPassword }),
  });
  const isComplete = useFormState(form, () =>
    Object.values(form.values()).every((value) => value.trim() !== ''),
  );
  const isResent = useSelector(reset, selectSentAt) !== null;
  const pendingEmail = () => email ?? '';

  return (
    <AccountPage
      title={texts.title}
      lead={email && texts.lead(email)}
      ways={<PageLink to="/login" email={pendingEmail} label={texts.back} />}
      message={message}
    >
      <form {...form.props} className={styles.form}>
        {/* Tells password managers which account this is. */}
        <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
        <CodeField {...useField(form, 'code')} required />
        <NewPasswordField {...useField(form, 'newPassword')} required />
        <PasswordField {...useField(form, 'confirmPassword')} autoComplete="new-password" required />
        <Button type="submit" busy={busy} disabled={!isComplete}>
          {texts.submit}
        </Button>
      </form>
      <ResendResetCode />
      {/* To hide which accounts exist, the pool may silently send no code to an unverified email. */}
      {isResent && (
        <p className={styles.ways}>
          <span>{texts.stillNoCode}</span>
          <PageLink
            to="/verify-email"
            email={pendingEmail}
            label={accountStepTexts.recoveryLinks.verifyEmail}
          />
        </p>
      )}
      <SubmitOutcome
        form={form}
        failure={<FailureBanner step="confirm-reset" text={resetPasswordFailureText} />}
      />
      <RequestResetFailure step="resend-code" email={pendingEmail} keepsEarlier />
    </AccountPage>
  );
};
