import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SignInChallenge } from '#machines/account/auth.types.ts';
import { challengeFailureText, challengeTexts } from '#texts/challenges.ts';
import { standaloneLink } from '#ui/link.css.ts';
import { FailureBanner } from '../account-errors.tsx';
import { AccountPage } from '../account-page.tsx';

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
