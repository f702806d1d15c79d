import { useApp, useAuth } from '#features/app-context.ts';
import { awaitsLink, isSubmitting, selectPendingVerification } from '#machines/auth.selectors.ts';
import { accountStepTexts, verifyEmailFailureText } from '#texts/account-steps.ts';
import { Button } from '#ui/Button.tsx';
import { CodeField } from '#ui/CodeField.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { ErrorSummary, FailureBanner } from './account-errors.tsx';
import * as styles from './account-page.css.ts';
import { AccountPage, PageLink } from './account-page.tsx';
import { ResendCode } from './resend-code.tsx';
import { type FieldReader, useForm } from './use-form.ts';

const { fields, verifyEmail: texts, verifyByLink: linkTexts } = accountStepTexts;

const check = (read: FieldReader<'code'>) =>
  new Map(read('code') === '' ? [['code', texts.codeMissing] as const] : []);

/** Says that a link was sent. The sign-in goes on by itself once it was opened. */
const LinkScreen = () => {
  const email = useAuth(selectPendingVerification);
  const waiting = useAuth(awaitsLink);
  return (
    <AccountPage
      title={texts.title}
      lead={email && linkTexts.lead(email)}
      footer={
        <>
          <PageLink to="/signup">{texts.back}</PageLink>
          <PageLink to="/login">{linkTexts.toSignIn}</PageLink>
        </>
      }
    >
      {waiting && <Spinner label={linkTexts.waiting} />}
      <ResendCode kind="link" />
    </AccountPage>
  );
};

/** Takes the code that proves an email. */
const CodeScreen = () => {
  const { auth } = useApp();
  const email = useAuth(selectPendingVerification);
  const busy = useAuth(isSubmitting);
  const { errors, refused, form } = useForm<'code'>({
    names: ['code'],
    check,
    submit: (read) => auth.send({ type: 'code.submitted', code: read('code') }),
  });

  return (
    <AccountPage
      title={texts.title}
      lead={email && texts.lead(email)}
      footer={<PageLink to="/signup">{texts.back}</PageLink>}
    >
      <FailureBanner step="verify-email" text={verifyEmailFailureText} />
      <ErrorSummary refused={refused} labels={fields} />
      <form {...form} className={styles.form}>
        <CodeField name="code" label={fields.code} error={errors.get('code')} required />
        <Button type="submit" busy={busy}>
          {texts.submit}
        </Button>
      </form>
      <ResendCode />
    </AccountPage>
  );
};

/** Verifies an email in the way of the user pool. */
export const VerifyEmailScreen = () => (useApp().verification === 'link' ? <LinkScreen /> : <CodeScreen />);
