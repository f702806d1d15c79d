import { createFileRoute } from '@tanstack/react-router';
import { SignUpScreen } from '#features/account/sign-up-screen.tsx';
import { appTexts } from '#texts/app.ts';

export const Route = createFileRoute('/_guest/signup')({
  staticData: { title: appTexts.titles.signUp },
  component: SignUpScreen,
});
