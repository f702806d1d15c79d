import { createFileRoute, useLocation } from '@tanstack/react-router';
import { ForgotPasswordScreen } from '#features/account/forgot-password-screen.tsx';
import { appTexts } from '#texts/app.ts';

const ForgotPassword = () => (
  <ForgotPasswordScreen email={useLocation({ select: ({ state }) => state.email }) ?? ''} />
);

export const Route = createFileRoute('/_guest/forgot-password')({
  staticData: { title: appTexts.titles.forgotPassword },
  component: ForgotPassword,
});
