import { Link, useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import { AuthenticatorSecret } from '#features/shared/authenticator-secret.tsx';
import { ContactText } from '#features/shared/support-link.tsx';
import { useField, useForm } from '#features/shared/use-form.ts';
import { selectChallenge } from '#machines/account/auth.selectors.ts';
import type { SecondFactor, SignInChallenge } from '#machines/account/auth.types.ts';
import { accountStepTexts } from '#texts/account-steps.ts';
import { challengeEndText, challengeFailureText, challengeTexts } from '#texts/challenges.ts';
import { Button } from '#ui/Button.tsx';
import { CodeField, type CodeFieldProps } from '#ui/CodeField.tsx';
import { standaloneLink } from '#ui/link.css.ts';
import { FailureBanner } from '../account-errors.tsx';
import * as styles from '../account-page.css.ts';
import { AccountPage } from '../account-page.tsx';
import { useFailure, useIsSubmitting } from '../use-step.ts';
import { NewPasswordForm } from './new-password-form.tsx';

/** The current challenge or, until the next page shows, the last one. */
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

/** Returns to sign-in, with the reason, when the customer must start over. */
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

/** A form for a challenge's code. The identity service refuses an empty one. */
const CodeForm = ({ longest = 6 }: Pick<CodeFieldProps, 'longest'>) => {
  const actor = useAuth(selectChallenge);
  const busy = useIsSubmitting('challenge');
  const form = useForm({
    initial: { code: '' },
    labels: accountStepTexts.fields,
    submit: ({ code }) => actor?.send({ type: 'challenge.answered', answer: { code } }),
  });
  const [failure] = useFailure('challenge');
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
  const { productName } = useApp();
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
          <AuthenticatorSecret issuer={productName} email={challenge.email} secret={challenge.secret} />
          <CodeForm />
        </>
      );
    case 'new-password':
      return <NewPasswordForm email={challenge.email} missingAttributes={challenge.missingAttributes} />;
    case 'authenticator-code':
      return (
        <>
          <CodeForm />
          <p className={styles.aside}>
            <ContactText>{challengeTexts.lost}</ContactText>
          </p>
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
    notice={<FailureBanner step="challenge" text={challengeFailureText(challenge.name)} />}
  >
    <ChallengeParts challenge={challenge} />
  </AccountPage>
);

export const ChallengeScreen = () => {
  const challenge = useLastChallenge();
  useHeadingFocus(challenge?.name);
  useRestart(challenge?.email);
  return challenge && <Challenge key={challenge.name} challenge={challenge} />;
};
