import { Link } from '@tanstack/react-router';
import { useApp, useAuth } from '#features/app-context.ts';
import { selectPendingVerification } from '#machines/auth.selectors.ts';
import { accountTexts, verifyEmailFailureText } from '#texts/account.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { CodeField } from '#ui/CodeField.tsx';
import { standaloneLink } from '#ui/link.css.ts';
import * as styles from './account-page.css.ts';
import { AccountPage } from './account-page.tsx';
import { ResendCode } from './resend-code.tsx';
import { isSubmitting } from './selectors.ts';
import { useFailure } from './use-failure.ts';
import { type FieldReader, useForm } from './use-form.ts';

const { fields, verifyEmail: texts } = accountTexts;

const check = (read: FieldReader<'code'>) =>
  new Map(read('code') === '' ? [['code', texts.codeMissing] as const] : []);

/** Takes the code that proves an email. */
export const VerifyEmailScreen = () => {
  const { auth } = useApp();
  const email = useAuth(selectPendingVerification);
  const busy = useAuth(isSubmitting);
  const failure = useFailure('verify-email');
  const { errors, form } = useForm<'code'>({
    names: ['code'],
    check,
    submit: (read) => auth.send({ type: 'code.submitted', code: read('code') }),
  });

  return (
    <AccountPage
      title={texts.title}
      lead={email && texts.lead(email)}
      footer={
        <Link to="/signup" className={standaloneLink}>
          {texts.back}
        </Link>
      }
    >
      {failure && <Banner tone="error">{verifyEmailFailureText(failure)}</Banner>}
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
