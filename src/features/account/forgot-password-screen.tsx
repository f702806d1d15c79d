import { useApp, useAuth } from '#features/shared/app-context.ts';
import { useField, useForm, useFormState } from '#features/shared/use-form.ts';
import { isBusy } from '#machines/account/auth.selectors.ts';
import {
  accountStepTexts,
  requestResetFailureAdvice,
  requestResetFailureText,
} from '#texts/account-steps.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FailureBanner } from './account-errors.tsx';
import * as styles from './account-page.css.ts';
import { AccountPage, PageLink } from './account-page.tsx';
import { RecoveryLinks } from './recovery-links.tsx';

const { fields, forgotPassword: texts } = accountStepTexts;

interface ForgotPasswordScreenProps {
  /** The initial email; may be empty. */
  readonly email: string;
}

export const ForgotPasswordScreen = ({ email }: ForgotPasswordScreenProps) => {
  const { auth } = useApp();
  const busy = useAuth(isBusy);
  const form = useForm({
    initial: { email },
    labels: fields,
    submit: ({ email }) => auth.send({ type: 'reset.requested', email: email.trim() }),
  });
  const isComplete = useFormState(form, () =>
    Object.values(form.values()).every((value) => value.trim() !== ''),
  );

  const typedEmail = () => form.values().email.trim();

  return (
    <AccountPage
      title={texts.title}
      lead={texts.lead}
      ways={
        <PageLink to="/login" email={typedEmail}>
          {texts.back}
        </PageLink>
      }
      notice={
        <FailureBanner
          step="request-reset"
          text={requestResetFailureText}
          advice={requestResetFailureAdvice}
          recoveryLinks={({ name }) =>
            name !== 'unavailable' && <RecoveryLinks failure={name} email={typedEmail} />
          }
        />
      }
    >
      <form {...form.props} className={styles.form}>
        <TextField
          {...useField(form, 'email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          required
        />
        <Button type="submit" busy={busy} disabled={!isComplete}>
          {texts.submit}
        </Button>
      </form>
    </AccountPage>
  );
};
