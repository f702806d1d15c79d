import { createFileRoute, useLocation } from '@tanstack/react-router';
import * as v from 'valibot';
import { SignInScreen } from '#features/account/sign-in-screen.tsx';
import { appTexts } from '#texts/app.ts';

const searchSchema = v.object({ redirect: v.fallback(v.optional(v.string()), undefined) });

const Login = () => {
  const message = useLocation({ select: ({ state }) => state.message });
  const email = useLocation({ select: ({ state }) => state.email });
  return <SignInScreen message={message ?? null} email={email ?? ''} />;
};

export const Route = createFileRoute('/_guest/login')({
  staticData: { title: appTexts.titles.signIn },
  validateSearch: searchSchema,
  onLeave: ({ context: { auth } }) => auth.send({ type: 'failure.dismissed', step: 'hosted-sign-in' }),
  component: Login,
});
