import { createFileRoute, useLocation } from '@tanstack/react-router';
import { SignUpScreen } from '#features/account/sign-up-screen.tsx';
import { appTexts } from '#texts/app.ts';

const SignUp = () => <SignUpScreen email={useLocation({ select: ({ state }) => state.email }) ?? ''} />;

export const Route = createFileRoute('/_guest/signup')({
  staticData: { title: appTexts.titles.signUp },
  component: SignUp,
});
