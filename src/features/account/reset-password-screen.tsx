import { minPasswordLength } from '#domain/password.ts';
import { useApp, useAuth } from '#features/app-context.ts';
import { isSubmitting, selectPendingReset } from '#machines/auth.selectors.ts';
import { accountStepTexts, resetPasswordFailureText } from '#texts/account-steps.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { CodeField } from '#ui/CodeField.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { ErrorSummary, FailureBanner } from './account-errors.tsx';
import * as styles from './account-page.css.ts';
import { AccountPage, PageLink } from './account-page.tsx';
import { ResendResetCode } from './resend-code.tsx';
import { type FieldReader, useForm } from './use-form.ts';

const { fields, resetPassword: texts } = accountStepTexts;

type ResetField = 'code' | 'newPassword' | 'confirmPassword';

const check = (read: FieldReader<ResetField>) => {
  const errors = new Map<ResetField, string>();
  if (read('newPassword').length < minPasswordLength) errors.set('newPassword', texts.tooShort);
  if (read('newPassword') !== read('confirmPassword')) errors.set('confirmPassword', texts.mismatch);
  return errors;
};

interface ResetPasswordScreenProps {
  /** Why the visitor was led here, in the provider's words, or null. */
  readonly message: string | null;
}

/** Sets a new password with the code that was sent. */
export const ResetPasswordScreen = ({ message }: ResetPasswordScreenProps) => {
  const { auth } = useApp();
  const email = useAuth(selectPendingReset);
  const busy = useAuth(isSubmitting);
  const { errors, refused, complete, submitted, form } = useForm<ResetField>({
    names: ['code', 'newPassword', 'confirmPassword'],
    check,
    submit: (read) =>
      auth.send({ type: 'reset.submitted', code: read('code'), password: read('newPassword') }),
  });

  const pendingEmail = () => email ?? '';

  return (
    <AccountPage
      title={texts.title}
      lead={email && texts.lead(email)}
      footer={
        <>
          <PageLink to="/login" email={pendingEmail}>
            {texts.back}
          </PageLink>
          {/* A pool that hides who has an account sends no code to an email that was never verified, and doesn't say so. */}
          <PageLink to="/verify-email" email={pendingEmail}>
            {accountStepTexts.waysOn.verifyEmail}
          </PageLink>
        </>
      }
    >
      {message && !submitted && <Banner tone="warning">{message}</Banner>}
      <FailureBanner step="confirm-reset" text={resetPasswordFailureText} />
      <ErrorSummary refused={refused} labels={fields} />
      <form {...form} className={styles.form}>
        {/* Tells a password manager whose password this is. */}
        <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
        <CodeField name="code" label={fields.code} required />
        <PasswordField
          name="newPassword"
          label={fields.newPassword}
          error={errors.get('newPassword')}
          autoComplete="new-password"
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
