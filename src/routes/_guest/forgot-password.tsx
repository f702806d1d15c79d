import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordScreen } from '#features/account/forgot-password-screen.tsx';
import { appTexts } from '#texts/app.ts';

export const Route = createFileRoute('/_guest/forgot-password')({
  staticData: { title: appTexts.titles.forgotPassword },
  component: ForgotPasswordScreen,
});
