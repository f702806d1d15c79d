import { createFileRoute } from '@tanstack/react-router';
import { topUpOf } from '#app/purchase/top-up.ts';
import { CardsSection } from '#features/billing/cards-section.tsx';
import { useChargedCardId } from '#features/billing/top-up-queries.ts';
import { TopUpSection } from '#features/billing/top-up-section.tsx';
import { AddCardForm } from '#features/checkout/add-card-form.tsx';
import { appTexts } from '#texts/app.ts';

const Billing = () => {
  const session = Route.useRouteContext({ select: (context) => context.session });
  const { loadPurchase, storeQuery, memory } = session;
  const topUp = topUpOf(session);
  return (
    <>
      <CardsSection
        loadPurchase={loadPurchase}
        chargedCardId={useChargedCardId(topUp)}
        addCard={(form) => <AddCardForm {...form} />}
      />
      <TopUpSection loadPurchase={loadPurchase} storeQuery={storeQuery} memory={memory} topUp={topUp} />
    </>
  );
};

export const Route = createFileRoute('/_signed-in/billing')({
  staticData: { title: appTexts.titles.billing },
  component: Billing,
});
