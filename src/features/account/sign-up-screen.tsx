import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { internationalPhone } from '#domain/phone.ts';
import { useApp, useAuth } from '#features/app-context.ts';
import { isBusy, selectFailureOf } from '#machines/auth.selectors.ts';
import { accountStepTexts, signUpFailureText } from '#texts/account-steps.ts';
import { Button } from '#ui/Button.tsx';
import { link } from '#ui/link.css.ts';
import { TextField } from '#ui/TextField.tsx';
import { FailureBanner } from './account-errors.tsx';
import * as styles from './account-page.css.ts';
import { AccountPage, PageLink } from './account-page.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { PhoneField } from './phone-field.tsx';
import { type SignUpField, signUpDraftOf, signUpFields } from './sign-up-draft.ts';
import { type FieldReader, useForm } from './use-form.ts';
import { WaysOn } from './ways-on.tsx';

const { fields, signUp: texts } = accountStepTexts;

/** The fields that no user pool takes empty. */
const needed = ['email', 'phone', 'password'] as const;

const findEmpty = (read: FieldReader<SignUpField>) =>
  new Map<SignUpField, string>(
    needed.filter((name) => read(name).trim() === '').map((name) => [name, texts.emptyFields[name]]),
  );

const selectFailure = selectFailureOf('sign-up');

interface SignUpScreenProps {
  /** The email to begin with; empty when there is none. */
  readonly email: string;
}

/** Registers a new account. What is missing or malformed is for the user pool to say; then what is empty is marked. */
export const SignUpScreen = ({ email }: SignUpScreenProps) => {
  const { auth } = useApp();
  const router = useRouter();
  const search = useSearch({ from: '/_guest' });
  const busy = useAuth(isBusy);
  const failure = useAuth(selectFailure);
  const draft = signUpDraftOf(auth);
  const [begun] = useState(() => new Map(signUpFields.map((name) => [name, draft.read(name)])));
  const { errors, read, mark, form } = useForm<SignUpField>({
    names: signUpFields,
    check: findEmpty,
    checkedBy: 'service',
    submit: () =>
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

  const typedEmail = () => read('email').trim();

  useEffect(() => draft.forgetPassword(), [draft]);

  const markEmpty = useEffectEvent(mark);
  const refusal = failure?.name;
  useEffect(() => {
    // Once the reason stands in the page, so that it does not move what has the focus.
    if (refusal === 'field-empty' || refusal === 'parameter-invalid') queueMicrotask(markEmpty);
  }, [refusal]);

  const document = {
    state: { signUpSearch: search },
    onClick: () => draft.keepPassword(read('password'), router),
  };

  return (
    <AccountPage
      title={texts.title}
      footer={
        <>
          <span>{texts.haveAccount}</span>
          <PageLink to="/login" email={typedEmail}>
            {texts.signIn}
          </PageLink>
        </>
      }
    >
      <FailureBanner
        step="sign-up"
        text={signUpFailureText}
        waysOn={({ name }) => name !== 'parameter-invalid' && <WaysOn failure={name} email={typedEmail} />}
      />
      <form {...form} onChange={() => draft.keep(read)} className={styles.form}>
        <div className={styles.pair}>
          <TextField
            name="firstName"
            label={fields.firstName}
            autoComplete="given-name"
            defaultValue={begun.get('firstName')}
          />
          <TextField
            name="lastName"
            label={fields.lastName}
            autoComplete="family-name"
            defaultValue={begun.get('lastName')}
          />
        </div>
        <TextField
          name="email"
          type="email"
          label={fields.email}
          error={errors.get('email')}
          autoComplete="email"
          autoCapitalize="none"
          defaultValue={begun.get('email') || email}
        />
        <PhoneField
          name="phone"
          label={fields.phone}
          error={errors.get('phone')}
          autoComplete="tel"
          placeholder={fields.phoneExample}
          defaultValue={begun.get('phone')}
        />
        <NewPasswordField
          name="password"
          label={fields.password}
          error={errors.get('password')}
          defaultValue={begun.get('password') ?? ''}
        />
        <Button type="submit" busy={busy}>
          {texts.submit}
        </Button>
        <p className={styles.agreement}>
          <span>{texts.agreeBefore}</span>{' '}
          <Link {...document} to="/terms" className={link}>
            {texts.terms}
          </Link>{' '}
          <span>{texts.and}</span>{' '}
          <Link {...document} to="/privacy" className={link}>
            {texts.privacy}
          </Link>
        </p>
      </form>
    </AccountPage>
  );
};
