import { useApp, useAuth } from '#features/shared/app-context.ts';
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
import { useForm } from './use-form.ts';

const { fields, forgotPassword: texts } = accountStepTexts;

interface ForgotPasswordScreenProps {
  /** The initial email; may be empty. */
  readonly email: string;
}

export const ForgotPasswordScreen = ({ email }: ForgotPasswordScreenProps) => {
  const { auth } = useApp();
  const busy = useAuth(isBusy);
  const { complete, read, form } = useForm({
    names: ['email'],
    submit: (read) => auth.send({ type: 'reset.requested', email: read('email').trim() }),
  });

  const typedEmail = () => read('email').trim();

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
      <form {...form} className={styles.form}>
        <TextField
          name="email"
          type="email"
          label={fields.email}
          autoComplete="username"
          autoCapitalize="none"
          defaultValue={email}
          required
        />
        <Button type="submit" busy={busy} disabled={!complete}>
          {texts.submit}
        </Button>
      </form>
    </AccountPage>
  );
};
