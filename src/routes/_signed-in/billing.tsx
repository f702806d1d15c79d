import { createFileRoute } from '@tanstack/react-router';
import { topUpOf } from '#app/purchase/top-up.ts';
import { BillingScreen } from '#features/billing/billing-screen.tsx';
import { appTexts } from '#texts/app.ts';

const Billing = () => {
  const session = Route.useRouteContext({ select: (context) => context.session });
  return (
    <BillingScreen
      loadPurchase={session.loadPurchase}
      storeQuery={session.storeQuery}
      tab={session.tab}
      topUp={topUpOf(session)}
    />
  );
};

export const Route = createFileRoute('/_signed-in/billing')({
  staticData: { title: appTexts.titles.billing },
  component: Billing,
});
