import { Link } from '@tanstack/react-router';
import * as page from '#features/shared/customer-page.css.ts';
import { CustomerHeader } from '#features/shared/customer-page.tsx';
import { SiteFooter } from '#features/shared/site-footer.tsx';
import { appTexts } from '#texts/app.ts';
import { billingTexts } from '#texts/billing.ts';
import { contentId } from '#ui/focus.ts';
import * as styles from './billing.css.ts';
import { CardsSection } from './cards-section.tsx';
import { useChargedCardId } from './top-up-queries.ts';
import { type TopUpParts, TopUpSection } from './top-up-section.tsx';

/** What the customer pays with, and what the store charges on its own. */
export const BillingScreen = (parts: TopUpParts) => (
  <div className={page.page}>
    <CustomerHeader
      heading={
        <div className={page.heading}>
          <Link to="/dashboard" className={styles.back}>
            <span className={styles.backIcon} aria-hidden="true" />
            <span>{appTexts.toDashboard}</span>
          </Link>
          <h1 tabIndex={-1}>{billingTexts.title}</h1>
        </div>
      }
    />
    <main id={contentId} className={page.main}>
      <CardsSection loadPurchase={parts.loadPurchase} chargedCardId={useChargedCardId(parts.topUp)} />
      <TopUpSection {...parts} />
    </main>
    <SiteFooter />
  </div>
);
