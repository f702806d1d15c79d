import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { mayBeEmail } from '#domain/email.ts';
import { checkPhone, internationalPhone } from '#domain/phone.ts';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import { isBusy } from '#machines/account/auth.selectors.ts';
import type { IdentityFailure } from '#machines/account/auth.types.ts';
import {
  accountStepTexts,
  newPasswordText,
  passwordLimitText,
  phoneText,
  signUpFailureText,
} from '#texts/account-steps.ts';
import { Button } from '#ui/Button.tsx';
import { link } from '#ui/link.css.ts';
import { TextField } from '#ui/TextField.tsx';
import { FailureBanner, SubmitOutcome } from './account-errors.tsx';
import * as styles from './account-page.css.ts';
import { AccountPage, PageLink } from './account-page.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { PhoneField } from './phone-field.tsx';
import { RecoveryLinks } from './recovery-links.tsx';
import { type SignUpField, signUpDraftOf, signUpFields } from './sign-up-draft.ts';
import { type FieldReader, fieldErrors, useForm } from './use-form.ts';
import { useFailure } from './use-step.ts';

const { fields, signUp: texts } = accountStepTexts;

const emailText = (email: string): string | null => {
  if (email === '') return texts.emailMissing;
  return mayBeEmail(email) ? null : texts.emailMalformed;
};

const check = (read: FieldReader<SignUpField>) =>
  fieldErrors<SignUpField>(
    ['email', emailText(read('email').trim())],
    ['phone', phoneText(read('phone'))],
    ['password', read('password') === '' ? texts.passwordMissing : newPasswordText(read('password'))],
  );

/** The service would read a foreign number as a US one, and refuse such passwords in technical terms. */
const block = (read: FieldReader<SignUpField>) =>
  fieldErrors<SignUpField>(
    ['phone', checkPhone(read('phone')) === 'foreign' ? phoneText(read('phone')) : null],
    ['password', passwordLimitText(read('password'))],
  );

/** The field errors in a failure; null if it isn't about fields. */
const refusedFields = (failure: IdentityFailure | null) => {
  if (failure === null) return null;
  const { name, message } = failure;
  if (name === 'field-empty') return fieldErrors<SignUpField>();
  if (name === 'password-invalid') return fieldErrors<SignUpField>(['password', signUpFailureText(failure)]);
  if (name !== 'parameter-invalid') return null;
  if (/phone/i.test(message)) return fieldErrors<SignUpField>(['phone', signUpFailureText(failure)]);
  // The pool calls the email a username.
  if (/email|username/i.test(message)) return fieldErrors<SignUpField>(['email', texts.emailMalformed]);
  return fieldErrors<SignUpField>();
};

interface SignUpScreenProps {
  /** The initial email; may be empty. */
  readonly email: string;
}

/** Registers an account. The user pool finds missing or malformed values; the form marks them all. */
export const SignUpScreen = ({ email }: SignUpScreenProps) => {
  const { auth } = useApp();
  const router = useRouter();
  const search = useSearch({ from: '/_guest' });
  const busy = useAuth(isBusy);
  const [failure, dismiss] = useFailure('sign-up');
  const draft = signUpDraftOf(auth);
  const [begun] = useState(() => new Map(signUpFields.map((name) => [name, draft.read(name)])));
  const { errors, refused, read, mark, form } = useForm<SignUpField>({
    names: signUpFields,
    check,
    block,
    dismiss,
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

  const markRefused = useEffectEvent(mark);
  useEffect(() => {
    const found = refusedFields(failure);
    // After the message renders; otherwise it would move the focused field.
    if (found !== null) queueMicrotask(() => markRefused(found));
  }, [failure]);

  const document = {
    state: { signUpSearch: search },
    onClick: () => draft.keepPassword(read('password'), router),
  };

  return (
    <AccountPage
      title={texts.title}
      ways={
        <>
          <span>{texts.haveAccount}</span>
          <PageLink to="/login" email={typedEmail}>
            {texts.signIn}
          </PageLink>
        </>
      }
      notice={
        <SubmitOutcome
          refused={refused}
          labels={fields}
          failure={
            <FailureBanner
              step="sign-up"
              text={signUpFailureText}
              recoveryLinks={({ name }) =>
                name !== 'parameter-invalid' && <RecoveryLinks failure={name} email={typedEmail} />
              }
            />
          }
        />
      }
    >
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
        <Button type="submit" busy={busy}>
          {texts.submit}
        </Button>
      </form>
    </AccountPage>
  );
};
