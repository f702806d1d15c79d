import { Link, type RegisteredRouter, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { mayBeEmail } from '#domain/email.ts';
import { checkPhone, internationalPhone } from '#domain/phone.ts';
import { type AuthActor, useApp, useAuth } from '#features/shared/app-context.ts';
import type { Errors } from '#features/shared/form.ts';
import { NewPasswordField } from '#features/shared/new-password-field.tsx';
import { reformatPhoneInput } from '#features/shared/reformat-input.ts';
import { useField, useForm } from '#features/shared/use-form.ts';
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
import { RecoveryLinks } from './recovery-links.tsx';
import { useFailure } from './use-step.ts';

const { fields, signUp: texts } = accountStepTexts;

const emailText = (email: string): string | null => {
  if (email === '') return texts.emailMissing;
  return mayBeEmail(email) ? null : texts.emailMalformed;
};

const check = ({ email, phone, password }: SignUpForm) => ({
  email: emailText(email.trim()),
  phone: phoneText(phone),
  password: password === '' ? texts.passwordMissing : newPasswordText(password),
});

/** Blocks phone numbers that the service would misread, and passwords that get cryptic errors. */
const block = ({ phone, password }: SignUpForm) => ({
  phone: checkPhone(phone) === 'foreign' ? phoneText(phone) : null,
  password: passwordLimitText(password),
});

const toErrors = (failure: IdentityFailure): Errors<keyof SignUpForm> | null => {
  const { name, message } = failure;
  if (name === 'field-empty')
    return /^Password/.test(message) ? { password: texts.passwordMissing } : { email: texts.emailMissing };
  if (name === 'password-invalid') return { password: signUpFailureText(failure) };
  if (name !== 'parameter-invalid') return null;
  if (/phone/i.test(message)) return { phone: signUpFailureText(failure) };
  // The pool calls the email address a username.
  return /email|username/i.test(message) ? { email: texts.emailMalformed } : {};
};

/** Returns the fields that a failure is about. Editing one of them clears the failure. */
const fieldsOf = (failure: IdentityFailure): readonly string[] =>
  failure.name === 'username-exists' ? ['email'] : Object.keys(toErrors(failure) ?? {});

const useSignUpForm = (knownEmail: string) => {
  const { auth } = useApp();
  const [failure, dismiss] = useFailure('sign-up');
  const draft = signUpDraftOf(auth);
  const [kept] = useState(draft.read);
  const form = useForm({
    initial: { ...kept, email: kept.email || knownEmail },
    labels: fields,
    check,
    block,
    dismiss,
    refused: useMemo(() => failure && toErrors(failure), [failure]),
    onEdit(values, name) {
      draft.keep(values);
      if (failure && fieldsOf(failure).includes(name)) dismiss();
    },
    submit: ({ firstName, lastName, email, phone, password }) =>
      auth.send({
        type: 'sign-up.submitted',
        registration: {
          firstName: firstName.trim(),
          lastName: lastName.trim(),
          email: email.trim(),
          phone: internationalPhone(phone),
          password,
        },
      }),
  });
  useEffect(() => draft.forgetPassword(), [draft]);
  return form;
};

/**
 * Renders the sign-up form. The user pool rejects invalid values, and the form then marks them all.
 * `email` prefills the field and can be empty.
 */
export const SignUpScreen = ({ email }: { readonly email: string }) => {
  const busy = useAuth(isBusy);
  const form = useSignUpForm(email);
  const typedEmail = () => form.values().email.trim();
  return (
    <AccountPage
      title={texts.title}
      ways={
        <>
          <span>{texts.haveAccount}</span>
          <PageLink to="/login" email={typedEmail} label={texts.signIn} />
        </>
      }
    >
      <form {...form.props} className={styles.form}>
        <div className={styles.pair}>
          <TextField {...useField(form, 'firstName')} hint={texts.optional} autoComplete="given-name" />
          <TextField {...useField(form, 'lastName')} hint={texts.optional} autoComplete="family-name" />
        </div>
        <TextField {...useField(form, 'email')} type="email" autoComplete="email" autoCapitalize="none" />
        <TextField
          {...useField(form, 'phone')}
          hint={texts.phoneReason}
          ref={reformatPhoneInput}
          type="tel"
          autoComplete="tel"
          placeholder={fields.phoneExample}
        />
        <NewPasswordField {...useField(form, 'password')} />
        <Agreement password={() => form.values().password} />
        <Button type="submit" busy={busy}>
          {texts.submit}
        </Button>
      </form>
      <SubmitOutcome
        form={form}
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
    </AccountPage>
  );
};

/** Links to the legal documents, and keeps the typed password while the visitor reads them. */
const Agreement = ({ password }: { readonly password: () => string }) => {
  const draft = signUpDraftOf(useApp().auth);
  const router = useRouter();
  const document = {
    state: { signUpSearch: useSearch({ from: '/_guest' }) },
    onClick: () => draft.keepPassword(password(), router),
  };
  return (
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
  );
};

/** The empty fields, in display order. */
const emptyForm = { firstName: '', lastName: '', email: '', phone: '', password: '' };

type SignUpForm = Readonly<typeof emptyForm>;

const createDraft = (auth: AuthActor) => {
  let kept: SignUpForm = emptyForm;
  const forgetPassword = () => {
    kept = { ...kept, password: '' };
  };
  for (const event of ['signed-in', 'session.replaced'] as const)
    auth.on(event, () => {
      kept = emptyForm;
    });

  return {
    read: () => kept,
    /** Keeps the form's values, except the password. */
    keep(values: SignUpForm): void {
      kept = { ...values, password: '' };
    },
    forgetPassword,
    /** Keeps the password only while the visitor reads a document. */
    keepPassword(password: string, router: RegisteredRouter): void {
      kept = { ...kept, password };
      const stop = router.subscribe('onBeforeNavigate', ({ toLocation: { pathname } }) => {
        if (['/terms', '/privacy'].includes(pathname)) return;
        stop();
        if (pathname !== '/signup') forgetPassword();
      });
    },
  };
};

const drafts = new WeakMap<AuthActor, ReturnType<typeof createDraft>>();

/** Returns the sign-up draft. It stays in memory until the visitor signs in. */
const signUpDraftOf = (auth: AuthActor) => {
  const draft = drafts.get(auth) ?? createDraft(auth);
  drafts.set(auth, draft);
  return draft;
};
