import { useEffect, useEffectEvent } from 'react';
import { useAuth } from '#features/shared/app-context.ts';
import { selectPendingReset, selectReset } from '#machines/account/auth.selectors.ts';
import type { IdentityFailureName } from '#machines/account/auth.types.ts';
import { accountStepTexts, newPasswordText, resetPasswordFailureText } from '#texts/account-steps.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { CodeField } from '#ui/CodeField.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { FailureBanner, SubmitOutcome } from './account-errors.tsx';
import * as styles from './account-page.css.ts';
import { AccountPage, PageLink } from './account-page.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { ResendResetCode, ResendResetFailure } from './resend-code.tsx';
import { type FieldReader, fieldErrors, useForm } from './use-form.ts';
import { useFailure, useIsSubmitting } from './use-step.ts';

const { fields, resetPassword: texts } = accountStepTexts;

type ResetField = 'code' | 'newPassword' | 'confirmPassword';

const check = (read: FieldReader<ResetField>) =>
  fieldErrors<ResetField>(
    ['newPassword', newPasswordText(read('newPassword'))],
    ['confirmPassword', read('newPassword') === read('confirmPassword') ? null : texts.mismatch],
  );

const refusedFields: ReadonlyMap<IdentityFailureName, ResetField> = new Map([
  ['code-mismatch', 'code'],
  ['code-expired', 'code'],
  ['password-invalid', 'newPassword'],
]);

interface ResetPasswordScreenProps {
  /** The provider's reason for this step, or null. */
  readonly message: string | null;
}

export const ResetPasswordScreen = ({ message }: ResetPasswordScreenProps) => {
  const reset = useAuth(selectReset);
  const email = useAuth(selectPendingReset);
  const busy = useIsSubmitting('confirm-reset');
  const [failure, dismiss] = useFailure('confirm-reset');
  const { errors, refused, complete, submitted, mark, form } = useForm<ResetField>({
    names: ['code', 'newPassword', 'confirmPassword'],
    check,
    dismiss,
    submit: (read) =>
      reset?.send({ type: 'reset.submitted', code: read('code'), password: read('newPassword') }),
  });

  const markRefused = useEffectEvent(mark);
  useEffect(() => {
    const field = failure && refusedFields.get(failure.name);
    // After the message renders; otherwise it would move the focused field.
    if (failure && field)
      queueMicrotask(() => markRefused(fieldErrors([field, resetPasswordFailureText(failure)])));
  }, [failure]);

  const pendingEmail = () => email ?? '';

  return (
    <AccountPage
      title={texts.title}
      lead={email && texts.lead(email)}
      ways={
        <>
          <PageLink to="/login" email={pendingEmail}>
            {texts.back}
          </PageLink>
          {/* A pool that hides which accounts exist silently sends no code to an unverified email. */}
          <PageLink to="/verify-email" email={pendingEmail}>
            {accountStepTexts.recoveryLinks.verifyEmail}
          </PageLink>
        </>
      }
      notice={
        <>
          {message && !submitted && <Banner tone="warning">{message}</Banner>}
          <SubmitOutcome
            refused={refused}
            labels={fields}
            failure={<FailureBanner step="confirm-reset" text={resetPasswordFailureText} />}
          />
          <ResendResetFailure />
        </>
      }
    >
      <form {...form} className={styles.form}>
        {/* Tells password managers which account this is. */}
        <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
        <CodeField name="code" label={fields.code} error={errors.get('code')} required />
        <NewPasswordField
          name="newPassword"
          label={fields.newPassword}
          error={errors.get('newPassword')}
          required
        />
        <PasswordField
          name="confirmPassword"
          label={fields.confirmPassword}
          error={errors.get('confirmPassword')}
          autoComplete="new-password"
          required
        />
        <Button type="submit" busy={busy} disabled={!complete}>
          {texts.submit}
        </Button>
      </form>
      <ResendResetCode />
    </AccountPage>
  );
};
