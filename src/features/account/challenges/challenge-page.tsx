import { Link } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { focusField } from '#features/shared/focus-field.ts';
import type { SignInChallenge } from '#machines/account/auth.types.ts';
import { challengeFailureText, challengeTexts } from '#texts/challenges.ts';
import { standaloneLink } from '#ui/link.css.ts';
import { FailureBanner } from '../account-errors.tsx';
import { AccountPage } from '../account-page.tsx';
import { useFailure } from '../use-step.ts';

interface ChallengePageProps {
  readonly challenge: SignInChallenge;
  readonly lead: string;
  readonly children: ReactNode;
}

export const ChallengePage = ({ challenge: { name, email }, lead, children }: ChallengePageProps) => (
  <AccountPage
    title={challengeTexts.titles[name]}
    lead={lead}
    ways={
      <Link to="/login" search={true} state={{ email }} replace className={standaloneLink}>
        {challengeTexts.back}
      </Link>
    }
    notice={<FailureBanner step="challenge" text={challengeFailureText(name)} />}
  >
    {children}
  </AccountPage>
);

/** After a refusal, focuses the field and selects its text. */
export const useRefusedField = (form: RefObject<HTMLFormElement | null>, name: string): void => {
  const [failure] = useFailure('challenge');
  useEffect(() => {
    if (failure === null || form.current === null) return;
    focusField(form.current, name);
    const field = form.current.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.select();
  }, [failure, form, name]);
};
