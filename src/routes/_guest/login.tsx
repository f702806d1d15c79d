import { createFileRoute, useLocation } from '@tanstack/react-router';
import { SignInScreen } from '#features/account/sign-in-screen.tsx';
import { appTexts } from '#texts/app.ts';

const Login = () => {
  const { message, notice, email, endsSetup } = useLocation({ select: ({ state }) => state });
  return <SignInScreen message={message} notice={notice} email={email} endsSetup={endsSetup} />;
};

export const Route = createFileRoute('/_guest/login')({
  staticData: { title: appTexts.titles.signIn },
  onLeave: ({ context: { auth } }) => auth.send({ type: 'failure.dismissed', step: 'hosted-sign-in' }),
  component: Login,
});
