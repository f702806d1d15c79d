import { Link, useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react';
import { checkPhone, internationalPhone } from '#domain/phone.ts';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import { AuthenticatorSecret } from '#features/shared/authenticator-secret.tsx';
import type { Errors, Values } from '#features/shared/form.ts';
import { NewPasswordField } from '#features/shared/new-password-field.tsx';
import { reformatPhoneInput } from '#features/shared/reformat-input.ts';
import { ContactLine } from '#features/shared/support-link.tsx';
import { type Form, useField, useForm } from '#features/shared/use-form.ts';
import { selectChallenge } from '#machines/account/auth.selectors.ts';
import type { AuthFailure, SecondFactor, SignInChallenge } from '#machines/account/auth.types.ts';
import { accountStepTexts, newPasswordText, passwordLimitText, phoneText } from '#texts/account-steps.ts';
import { challengeEndText, challengeFailureText, challengeTexts } from '#texts/challenges.ts';
import { Button } from '#ui/Button.tsx';
import { CodeField, type CodeFieldProps } from '#ui/CodeField.tsx';
import { standaloneLink } from '#ui/link.css.ts';
import { TextField } from '#ui/TextField.tsx';
import { FailureBanner, SubmitOutcome } from '../account-errors.tsx';
import * as styles from '../account-page.css.ts';
import { AccountPage } from '../account-page.tsx';
import { useFailure, useIsSubmitting } from '../use-step.ts';

/** Returns the current challenge or, until the next page appears, the previous one. */
const useLastChallenge = (): SignInChallenge | null => {
  const challenge = useSelector(useAuth(selectChallenge), (snapshot) => snapshot?.context.challenge ?? null);
  const [last, setLast] = useState(challenge);
  if (challenge !== null && challenge !== last) setLast(challenge);
  return challenge ?? last;
};

/** Focuses the heading when another challenge replaces the current one. */
const useHeadingFocus = (name: string | undefined): void => {
  const shown = useRef(name);
  useEffect(() => {
    if (shown.current === name) return;
    shown.current = name;
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [name]);
};

/** Navigates to sign-in and shows the reason when the customer must start over. */
const useRestart = (email: string | undefined): void => {
  const { auth } = useApp();
  const navigate = useNavigate();
  useEffect(() => {
    const ended = auth.on('challenge.ended', ({ failure }) => {
      const state = { email: email ?? '', notice: challengeEndText(failure) };
      void navigate({ to: '/login', search: true, state, replace: true });
    });
    return () => ended.unsubscribe();
  }, [auth, email, navigate]);
};

/** Renders the form for a challenge's code. The identity service, not the form, rejects an empty code. */
const CodeForm = ({ longest = 6 }: Pick<CodeFieldProps, 'longest'>) => {
  const actor = useAuth(selectChallenge);
  const busy = useIsSubmitting('challenge');
  const [failure, dismiss] = useFailure('challenge');
  const form = useForm({
    initial: { code: '' },
    labels: fields,
    onEdit: dismiss,
    submit: ({ code }) => actor?.send({ type: 'challenge.answered', answer: { code } }),
  });
  useEffect(() => {
    if (failure !== null) form.focus('code');
  }, [failure, form]);
  return (
    <form {...form.props} className={styles.form}>
      <CodeField {...useField(form, 'code')} longest={longest} required />
      <Button type="submit" busy={busy}>
        {challengeTexts.submit}
      </Button>
    </form>
  );
};

const FactorChoice = ({ factors }: { readonly factors: readonly SecondFactor[] }) => {
  const actor = useAuth(selectChallenge);
  const busy = useIsSubmitting('challenge');
  const [chosen, setChosen] = useState<SecondFactor | null>(null);
  const choose = (factor: SecondFactor) => {
    setChosen(factor);
    actor?.send({ type: 'challenge.answered', answer: { factor } });
  };
  return (
    <div className={styles.form}>
      {factors.map((factor) => (
        <Button
          key={factor}
          variant="secondary"
          busy={busy && factor === chosen}
          aria-disabled={busy}
          onClick={() => choose(factor)}
        >
          {challengeTexts.factors[factor]}
        </Button>
      ))}
    </div>
  );
};

interface ChallengeProps {
  readonly challenge: SignInChallenge;
}

const leadOf = (challenge: SignInChallenge): string =>
  'destination' in challenge
    ? challengeTexts.sent[challenge.name](challenge.destination)
    : challengeTexts.leads[challenge.name];

const ChallengeParts = ({ challenge }: ChallengeProps) => {
  switch (challenge.name) {
    case 'text-message-code':
    case 'email-code':
      return (
        <>
          {/* A code sent by email may have eight digits. */}
          <CodeForm longest={challenge.name === 'email-code' ? 8 : 6} />
          <p className={styles.aside}>{challengeTexts.notSent[challenge.name]}</p>
        </>
      );
    case 'factor-choice':
      return <FactorChoice factors={challenge.factors} />;
    case 'authenticator-setup':
      return (
        <>
          <AuthenticatorSecret email={challenge.email} secret={challenge.secret} />
          <CodeForm />
        </>
      );
    case 'new-password':
      return <NewPasswordForm email={challenge.email} missingAttributes={challenge.missingAttributes} />;
    case 'authenticator-code':
      return (
        <>
          <CodeForm />
          <ContactLine className={styles.aside}>{challengeTexts.lost}</ContactLine>
        </>
      );
  }
};

const Challenge = ({ challenge }: ChallengeProps) => (
  <AccountPage
    title={challengeTexts.titles[challenge.name]}
    lead={leadOf(challenge)}
    ways={
      <Link to="/login" search={true} state={{ email: challenge.email }} replace className={standaloneLink}>
        {challengeTexts.back}
      </Link>
    }
  >
    <ChallengeParts challenge={challenge} />
    <FailureBanner step="challenge" text={challengeFailureText(challenge.name)} />
  </AccountPage>
);

export const ChallengeScreen = () => {
  const challenge = useLastChallenge();
  useHeadingFocus(challenge?.name);
  useRestart(challenge?.email);
  return challenge && <Challenge key={challenge.name} challenge={challenge} />;
};

const { fields } = accountStepTexts;
const phone = 'phone_number';

const controls: Readonly<Record<string, ComponentProps<'input'>>> = {
  given_name: { autoComplete: 'given-name' },
  family_name: { autoComplete: 'family-name' },
  name: { autoComplete: 'name' },
  birthdate: { autoComplete: 'bday', type: 'date' },
  [phone]: { autoComplete: 'tel', type: 'tel', placeholder: fields.phoneExample, ref: reformatPhoneInput },
};

/** Returns our label for an attribute. If there is none, splits the attribute's name into words. */
const labelOf = (attribute: string): string => {
  const known = Object.entries(challengeTexts.attributes).find(([name]) => name === attribute);
  if (known !== undefined) return known[1];
  const words = attribute.replace(/^custom:/, '').replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const attributeText = (name: string, value: string): string | null => {
  if (value.trim() === '') return challengeTexts.missing(labelOf(name));
  return name === phone ? phoneText(value) : null;
};

const check = ({ newPassword = '', ...attributes }: Values<string>): Errors<string> => ({
  ...Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, attributeText(name, value)]),
  ),
  newPassword: newPassword === '' ? challengeTexts.missing(fields.newPassword) : newPasswordText(newPassword),
});

/** Returns the errors that block a submit, as in sign-up. The service rejects other invalid values. */
const block = ({ newPassword = '', [phone]: number = '' }: Values<string>): Errors<string> => ({
  [phone]: checkPhone(number) === 'foreign' ? phoneText(number) : null,
  newPassword: passwordLimitText(newPassword),
});

const toErrors = (failure: AuthFailure): Errors<string> | null => {
  if (failure.name === 'field-empty') return {};
  if (failure.name !== 'password-invalid') return null;
  return { newPassword: challengeFailureText('new-password')(failure) };
};

interface NewPasswordFormProps {
  /** The account's email, for password managers. */
  readonly email: string;
  readonly missingAttributes: readonly string[];
}

const NewPasswordForm = ({ email, missingAttributes }: NewPasswordFormProps) => {
  const actor = useAuth(selectChallenge);
  const busy = useIsSubmitting('challenge');
  const [failure, dismiss] = useFailure('challenge');
  const form = useForm<string>({
    initial: Object.fromEntries([...missingAttributes, 'newPassword'].map((name) => [name, ''])),
    labels: {
      ...Object.fromEntries(missingAttributes.map((name) => [name, labelOf(name)])),
      newPassword: fields.newPassword,
    },
    check,
    block,
    dismiss,
    refused: useMemo(() => failure && toErrors(failure), [failure]),
    submit({ newPassword: password = '', ...attributes }) {
      const number = attributes[phone];
      const sent = number === undefined ? attributes : { ...attributes, [phone]: internationalPhone(number) };
      actor?.send({ type: 'challenge.answered', answer: { password, attributes: sent } });
    },
  });
  useEffect(() => {
    if (failure !== null) form.focus('newPassword');
  }, [failure, form]);
  return (
    <form {...form.props} className={styles.form}>
      {/* Tells password managers which account this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      {missingAttributes.map((name) => (
        <AttributeField key={name} form={form} name={name} />
      ))}
      <NewPasswordField {...useField(form, 'newPassword')} required />
      <Button type="submit" busy={busy}>
        {challengeTexts.submit}
      </Button>
      <SubmitOutcome form={form} />
    </form>
  );
};

const AttributeField = ({ form, name }: { readonly form: Form<string>; readonly name: string }) => (
  <TextField {...useField(form, name)} {...controls[name]} required />
);
