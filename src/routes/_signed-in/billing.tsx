import { createFileRoute } from '@tanstack/react-router';
import { BillingScreen } from '#features/billing/billing-screen.tsx';
import { appTexts } from '#texts/app.ts';

const Billing = () => (
  <BillingScreen
    loadPurchase={Route.useRouteContext({ select: ({ session: { loadPurchase } }) => loadPurchase })}
  />
);

export const Route = createFileRoute('/_signed-in/billing')({
  staticData: { title: appTexts.titles.billing },
  component: Billing,
});
