import { useQuery } from '@tanstack/react-query';
import { useCustomer } from '#features/app-context.ts';
import { BalanceRegion } from '#features/balance/balance-region.tsx';
import { CheckoutRegion } from '#features/checkout/checkout-region.tsx';
import { PurchaseNotices } from '#features/checkout/notices.tsx';
import { SuccessDialog } from '#features/checkout/success-dialog.tsx';
import { LedgerRegion } from '#features/ledger/ledger-region.tsx';
import { PackagesRegion } from '#features/packages/packages-region.tsx';
import * as styles from './dashboard.css.ts';
import { DashboardHeader } from './dashboard-header.tsx';

/** What a signed-in customer comes for: credits, packages, checkout and ledger. */
export const DashboardScreen = () => {
  // The call itself makes or checks the customer record; its answer is not shown.
  useQuery(useCustomer().queries.profile());
  return (
    <div className={styles.page}>
      <DashboardHeader />
      <main className={styles.main}>
        <BalanceRegion />
        <PackagesRegion notice={<PurchaseNotices />} />
        <CheckoutRegion />
        <LedgerRegion />
      </main>
      <SuccessDialog />
    </div>
  );
};
