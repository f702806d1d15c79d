import { createFileRoute, redirect, useLocation } from '@tanstack/react-router';
import { returnSearch } from '#app/startup/return-search.ts';
import { VerifyEmailScreen } from '#features/account/verify-email-screen.tsx';
import { PendingScreen } from '#features/shell/pending-screen.tsx';
import { selectPendingVerification } from '#machines/account/auth.selectors.ts';
import { appTexts } from '#texts/app.ts';

const VerifyEmail = () => {
  const { message = null, waiting = null } = useLocation({ select: ({ state }) => state });
  return <VerifyEmailScreen message={message} waiting={waiting} />;
};

/** Page for guests and for customers who must verify an email. */
export const Route = createFileRoute('/verify-email')({
  staticData: { title: appTexts.titles.verifyEmail },
  ...returnSearch,
  beforeLoad: ({ context: { auth }, location }) => {
    const email = location.state.email ?? selectPendingVerification(auth.getSnapshot());
    if (email === null || email === '') throw redirect({ to: '/signup', replace: true });
    return { email };
  },
  onEnter: ({ context: { auth, email } }) => auth.send({ type: 'verification.opened', email }),
  onStay: ({ context: { auth, email } }) => auth.send({ type: 'verification.opened', email }),
  pendingComponent: () => <PendingScreen text={appTexts.loading} />,
  component: VerifyEmail,
});
