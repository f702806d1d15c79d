import { CardsSection } from './cards-section.tsx';
import { useChargedCardId } from './top-up-queries.ts';
import { type TopUpParts, TopUpSection } from './top-up-section.tsx';

/** What the customer pays with, and what the store charges on its own. */
export const BillingScreen = (parts: TopUpParts) => (
  <>
    <CardsSection loadPurchase={parts.loadPurchase} chargedCardId={useChargedCardId(parts.topUp)} />
    <TopUpSection {...parts} />
  </>
);
