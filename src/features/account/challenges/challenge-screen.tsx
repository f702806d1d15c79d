import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import { AuthenticatorSecret } from '#features/shared/authenticator-secret.tsx';
import { ContactText } from '#features/shared/support-link.tsx';
import { selectChallenge } from '#machines/account/auth.selectors.ts';
import type { SignInChallenge } from '#machines/account/auth.types.ts';
import { challengeEndText, challengeTexts } from '#texts/challenges.ts';
import { aside } from '../account-page.css.ts';
import { ChallengePage } from './challenge-page.tsx';
import { CodeForm } from './code-form.tsx';
import { FactorChoice } from './factor-choice.tsx';
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

const Challenge = ({ challenge }: { readonly challenge: SignInChallenge }) => {
  const { productName } = useApp();
  switch (challenge.name) {
    case 'text-message-code':
    case 'email-code':
      return (
        <ChallengePage
          challenge={challenge}
          lead={challengeTexts.sent[challenge.name](challenge.destination)}
        >
          {/* A code sent by email may have eight digits. */}
          <CodeForm longest={challenge.name === 'email-code' ? 8 : 6} />
          <p className={aside}>{challengeTexts.notSent[challenge.name]}</p>
        </ChallengePage>
      );
    case 'factor-choice':
      return (
        <ChallengePage challenge={challenge} lead={challengeTexts.leads['factor-choice']}>
          <FactorChoice factors={challenge.factors} />
        </ChallengePage>
      );
    case 'authenticator-setup':
      return (
        <ChallengePage challenge={challenge} lead={challengeTexts.leads['authenticator-setup']}>
          <AuthenticatorSecret issuer={productName} email={challenge.email} secret={challenge.secret} />
          <CodeForm />
        </ChallengePage>
      );
    case 'new-password':
      return (
        <ChallengePage challenge={challenge} lead={challengeTexts.leads['new-password']}>
          <NewPasswordForm email={challenge.email} missingAttributes={challenge.missingAttributes} />
        </ChallengePage>
      );
    case 'authenticator-code':
      return (
        <ChallengePage challenge={challenge} lead={challengeTexts.leads['authenticator-code']}>
          <CodeForm />
          <p className={aside}>
            <ContactText>{challengeTexts.lost}</ContactText>
          </p>
        </ChallengePage>
      );
  }
};

export const ChallengeScreen = () => {
  const challenge = useLastChallenge();
  useHeadingFocus(challenge?.name);
  useRestart(challenge?.email);
  return challenge && <Challenge key={challenge.name} challenge={challenge} />;
};
