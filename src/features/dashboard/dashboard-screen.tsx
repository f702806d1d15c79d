import { useQuery } from '@tanstack/react-query';
import { useApp, useAuth, useCustomer } from '#features/app-context.ts';
import { BalanceRegion } from '#features/balance/balance-region.tsx';
import { CheckoutRegion } from '#features/checkout/checkout-region.tsx';
import { PurchaseNotices } from '#features/checkout/notices.tsx';
import { SuccessDialog } from '#features/checkout/success-dialog.tsx';
import { DevicesButton } from '#features/devices/devices-button.tsx';
import { LedgerRegion } from '#features/ledger/ledger-region.tsx';
import { PackagesRegion } from '#features/packages/packages-region.tsx';
import { isBusy, selectGreetingName } from '#machines/auth.selectors.ts';
import { dashboardTexts } from '#texts/dashboard.ts';
import { shellTexts } from '#texts/shell.ts';
import { BrandMark } from '#ui/BrandMark.tsx';
import { Button } from '#ui/Button.tsx';
import { narrowLabel } from '#ui/narrow-label.css.ts';
import { ThemeSwitch } from '#ui/ThemeSwitch.tsx';
import * as styles from './dashboard.css.ts';

/** What a signed-in customer comes for: credits, packages, checkout and ledger. */
export const DashboardScreen = () => {
  // The call itself makes or checks the customer record; its answer is not shown.
  useQuery(useCustomer().storeQuery('profile'));
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

/** Greets the customer, shows them their devices and lets them out. */
const DashboardHeader = () => {
  const { auth } = useApp();
  const name = useAuth(selectGreetingName);
  const busy = useAuth(isBusy);
  return (
    <header className={styles.header}>
      <p className={styles.brand}>
        <span className={styles.mark}>
          <BrandMark />
        </span>
        {shellTexts.brand}
      </p>
      <h1 className={styles.greeting} tabIndex={-1}>
        {dashboardTexts.welcome(name)}
      </h1>
      <div className={styles.actions}>
        <ThemeSwitch />
        <DevicesButton />
        <Button
          variant="secondary"
          small
          icon={styles.signOutIcon}
          busy={busy}
          onClick={() => auth.send({ type: 'sign-out.requested' })}
        >
          <span className={narrowLabel}>{dashboardTexts.signOut}</span>
        </Button>
      </div>
    </header>
  );
};
