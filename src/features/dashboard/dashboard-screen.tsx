import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { BalanceRegion } from '#features/balance/balance-region.tsx';
import { LedgerRegion } from '#features/ledger/ledger-region.tsx';
import { TransactionDetails } from '#features/ledger/transaction-details.tsx';
import { PackagesRegion } from '#features/packages/packages-region.tsx';
import { SecurityButton } from '#features/security/security-button.tsx';
import { useAuth, useCheckout, useCustomer, useLedger } from '#features/shared/app-context.ts';
import * as styles from '#features/shared/customer-page.css.ts';
import { CustomerHeader } from '#features/shared/customer-page.tsx';
import { SiteFooter } from '#features/shared/site-footer.tsx';
import { selectGreetingName } from '#machines/account/auth.selectors.ts';
import { selectView } from '#machines/lists/ledger.selectors.ts';
import { hasNotice, isUnderWay, selectPurchase } from '#machines/purchase/checkout.selectors.ts';
import { dashboardTexts } from '#texts/dashboard.ts';
import { contentId } from '#ui/focus.ts';
import { whenIdle } from '#ui/when-idle.ts';
import { type DashboardLater, Later, LaterContext } from './later.tsx';

interface DashboardScreenProps {
  readonly later: DashboardLater;
  /** Called when the first rows show and the browser is idle, to prefetch code and data. */
  readonly onIdle: () => void;
}

export const DashboardScreen = ({ later, onIdle }: DashboardScreenProps) => {
  const isShown = useLedger(selectView) !== 'loading';
  useEffect(() => (isShown ? whenIdle(onIdle) : undefined), [isShown, onIdle]);
  return (
    <LaterContext value={later}>
      <div className={styles.page}>
        <DashboardHeader />
        <main id={contentId} className={styles.main}>
          <BalanceRegion details={<Later wanted={false}>{({ Credits }) => <Credits />}</Later>} />
          <PackagesRegion notice={<Notices />} />
          <Checkout />
          <LedgerRegion
            details={
              <TransactionDetails>
                {(transaction) => (
                  <Later wanted>
                    {({ TransactionFacts }) => <TransactionFacts transaction={transaction} />}
                  </Later>
                )}
              </TransactionDetails>
            }
          />
        </main>
        <Footer />
        <Success />
      </div>
    </LaterContext>
  );
};

const Notices = () => <Later wanted={useCheckout(hasNotice)}>{({ Notices }) => <Notices />}</Later>;

const Checkout = () => (
  <Later wanted={useCheckout(isUnderWay)}>{({ CheckoutRegion }) => <CheckoutRegion />}</Later>
);

/** Opening a document in this tab would lose an open checkout and its card data. */
const Footer = () => <SiteFooter keepsPage={useCheckout(isUnderWay)} />;

const Success = () => (
  <Later wanted={useCheckout(selectPurchase) !== null}>{({ SuccessDialog }) => <SuccessDialog />}</Later>
);

/** The profile's name. Until it loads, or without one, the name in the token. */
const useGreetingName = (): string => {
  const { data: profile } = useQuery(useCustomer().storeQuery('profile'));
  const claimed = useAuth(selectGreetingName);
  return profile?.firstName?.trim() || profile?.email || claimed;
};

/** Leaving the page would lose an open checkout and its card data, so the link then opens another tab. */
const BillingLink = () => (
  <Link to="/billing" className={styles.link} {...(useCheckout(isUnderWay) && { target: '_blank' })}>
    {dashboardTexts.billing}
  </Link>
);

const DashboardHeader = () => (
  <CustomerHeader
    heading={
      <h1 className={styles.heading} tabIndex={-1}>
        {dashboardTexts.welcome(useGreetingName())}
      </h1>
    }
    links={<BillingLink />}
  >
    <SecurityButton>
      <Later wanted>{({ SecuritySections }) => <SecuritySections />}</Later>
    </SecurityButton>
  </CustomerHeader>
);
