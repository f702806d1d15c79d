import { createFileRoute, redirect } from '@tanstack/react-router';
import { ChallengeScreen } from '#features/account/challenges/challenge-screen.tsx';
import { selectChallenge } from '#machines/account/auth.selectors.ts';
import { banners } from '#texts/account.ts';
import { appTexts } from '#texts/app.ts';

/** Continues a sign-in after the password. Leaving the page cancels the sign-in; a reload doesn't. */
export const Route = createFileRoute('/_guest/login_/challenge')({
  staticData: { title: appTexts.titles.challenge },
  beforeLoad: ({ context: { auth }, location, search }) => {
    if (selectChallenge(auth.getSnapshot()) !== undefined) return;
    const { email = '' } = location.state;
    throw redirect({
      to: '/login',
      search,
      state: { email, notice: banners.signInInterrupted },
      replace: true,
    });
  },
  onLeave: ({ context: { auth } }) =>
    selectChallenge(auth.getSnapshot())?.send({ type: 'challenge.canceled' }),
  component: ChallengeScreen,
});
