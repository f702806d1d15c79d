import { Link } from '@tanstack/react-router';
import { internationalPhone } from '#domain/phone.ts';
import { useApp, useAuth } from '#features/app-context.ts';
import { isBusy } from '#machines/auth.selectors.ts';
import { accountStepTexts, signUpFailureText } from '#texts/account-steps.ts';
import { Button } from '#ui/Button.tsx';
import { link } from '#ui/link.css.ts';
import { TextField } from '#ui/TextField.tsx';
import { FailureBanner } from './account-errors.tsx';
import * as styles from './account-page.css.ts';
import { AccountPage, PageLink } from './account-page.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { PhoneField } from './phone-field.tsx';
import { useForm } from './use-form.ts';

const { fields, signUp: texts } = accountStepTexts;

/** Registers a new account. What is missing or malformed is for the user pool to say. */
export const SignUpScreen = () => {
  const { auth } = useApp();
  const busy = useAuth(isBusy);
  const { form } = useForm({
    names: ['firstName', 'lastName', 'email', 'phone', 'password'],
    submit: (read) =>
      auth.send({
        type: 'sign-up.submitted',
        registration: {
          firstName: read('firstName').trim(),
          lastName: read('lastName').trim(),
          email: read('email').trim(),
          phone: internationalPhone(read('phone')),
          password: read('password'),
        },
      }),
  });

  return (
    <AccountPage
      title={texts.title}
      footer={
        <>
          {texts.haveAccount}
          <PageLink to="/login">{texts.signIn}</PageLink>
        </>
      }
    >
      <FailureBanner step="sign-up" text={signUpFailureText} />
      <form {...form} className={styles.form}>
        <div className={styles.pair}>
          <TextField name="firstName" label={fields.firstName} autoComplete="given-name" />
          <TextField name="lastName" label={fields.lastName} autoComplete="family-name" />
        </div>
        <TextField
          name="email"
          type="email"
          label={fields.email}
          autoComplete="email"
          autoCapitalize="none"
        />
        <PhoneField name="phone" label={fields.phone} autoComplete="tel" placeholder={fields.phoneExample} />
        <NewPasswordField name="password" label={fields.password} />
        <Button type="submit" busy={busy}>
          {texts.submit}
        </Button>
        <p className={styles.agreement}>
          {texts.agreeBefore}{' '}
          <Link to="/terms" className={link}>
            {texts.terms}
          </Link>{' '}
          {texts.and}{' '}
          <Link to="/privacy" className={link}>
            {texts.privacy}
          </Link>
          .
        </p>
      </form>
    </AccountPage>
  );
};
