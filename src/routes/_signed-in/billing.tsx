import { createFileRoute } from '@tanstack/react-router';
import { emailNoticesOf, spendingLimitOf, topUpOf } from '#app/purchase/top-up.ts';
import { CardsSection } from '#features/billing/cards-section.tsx';
import { EmailNoticesSection } from '#features/billing/email-notices-section.tsx';
import { SpendingLimitSection } from '#features/billing/spending-limit-section.tsx';
import { useChargedCardId } from '#features/billing/top-up-queries.ts';
import { TopUpSection } from '#features/billing/top-up-section.tsx';
import { AddCardForm } from '#features/checkout/add-card-form.tsx';
import { CustomerContext } from '#features/shared/app-context.ts';
import { appTexts } from '#texts/app.ts';

const Billing = () => {
  const session = Route.useRouteContext({ select: (context) => context.session });
  const topUp = topUpOf(session);
  return (
    <CustomerContext value={session}>
      <CardsSection chargedCardId={useChargedCardId(topUp)} NewCard={AddCardForm} />
      <TopUpSection topUp={topUp} />
      <SpendingLimitSection {...spendingLimitOf(session)} />
      <EmailNoticesSection {...emailNoticesOf(session)} />
    </CustomerContext>
  );
};

export const Route = createFileRoute('/_signed-in/billing')({
  staticData: { title: appTexts.titles.billing },
  component: Billing,
});
