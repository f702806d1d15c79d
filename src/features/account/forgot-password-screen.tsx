import { useApp, useAuth } from '#features/shared/app-context.ts';
import { useField, useForm, useFormState } from '#features/shared/use-form.ts';
import { isBusy } from '#machines/account/auth.selectors.ts';
import { accountStepTexts } from '#texts/account-steps.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import * as styles from './account-page.css.ts';
import { AccountPage, emailControl, PageLink } from './account-page.tsx';
import { RequestResetFailure } from './recovery-links.tsx';
import { useFailure } from './use-step.ts';

const { fields, forgotPassword: texts } = accountStepTexts;

/** Renders the form that requests a reset code. `email` prefills the field and can be empty. */
export const ForgotPasswordScreen = ({ email }: { readonly email: string }) => {
  const { auth } = useApp();
  const busy = useAuth(isBusy);
  const [, dismiss] = useFailure('request-reset');
  const form = useForm({
    initial: { email },
    labels: fields,
    onEdit: dismiss,
    submit: ({ email }) => auth.send({ type: 'reset.requested', email: email.trim() }),
  });
  const isComplete = useFormState(form, () => form.values().email.trim() !== '');
  const typedEmail = () => form.values().email.trim();

  return (
    <AccountPage
      title={texts.title}
      lead={texts.lead}
      ways={<PageLink to="/login" email={typedEmail} label={texts.back} />}
    >
      <form {...form.props} className={styles.form}>
        <TextField {...useField(form, 'email')} {...emailControl} />
        <Button type="submit" busy={busy} disabled={!isComplete}>
          {texts.submit}
        </Button>
      </form>
      <RequestResetFailure step="request-reset" email={typedEmail} />
    </AccountPage>
  );
};
