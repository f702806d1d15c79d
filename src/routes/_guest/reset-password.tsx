import { createFileRoute, redirect, useLocation } from '@tanstack/react-router';
import { ResetPasswordScreen } from '#features/account/reset-password-screen.tsx';
import { selectPendingReset } from '#machines/account/auth.selectors.ts';
import { appTexts } from '#texts/app.ts';

const ResetPassword = () => (
  <ResetPasswordScreen message={useLocation({ select: ({ state }) => state.message }) ?? null} />
);

export const Route = createFileRoute('/_guest/reset-password')({
  staticData: { title: appTexts.titles.resetPassword },
  beforeLoad: ({ context: { auth }, location }) => {
    const email = location.state.email ?? selectPendingReset(auth.getSnapshot());
    if (email === null || email === '') throw redirect({ to: '/forgot-password', replace: true });
    return { email };
  },
  onEnter: ({ context: { auth, email } }) => auth.send({ type: 'reset.opened', email }),
  onStay: ({ context: { auth, email } }) => auth.send({ type: 'reset.opened', email }),
  component: ResetPassword,
});
