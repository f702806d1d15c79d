import { createFileRoute } from '@tanstack/react-router';
import { SecurityScreen } from '#features/security/security-screen.tsx';
import { appTexts } from '#texts/app.ts';

const Security = () => (
  <SecurityScreen loadPurchase={Route.useRouteContext({ select: ({ session }) => session.loadPurchase })} />
);

export const Route = createFileRoute('/_signed-in/security')({
  staticData: { title: appTexts.titles.security },
  component: Security,
});
