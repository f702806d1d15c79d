import { useEffect } from 'react';
import { BalanceRegion } from '#features/balance/balance-region.tsx';
import { LedgerRegion } from '#features/ledger/ledger-region.tsx';
import { PackagesRegion } from '#features/packages/packages-region.tsx';
import { useCheckout, useLedger } from '#features/shared/app-context.ts';
import { selectView } from '#machines/lists/ledger.selectors.ts';
import { hasNotice, isUnderWay, selectPurchase } from '#machines/purchase/checkout.selectors.ts';
import { whenIdle } from '#ui/when-idle.ts';
import { Later } from './later.tsx';

/** @param onIdle called once the first rows are shown and the browser is idle, to prefetch code and data */
export const DashboardScreen = ({ onIdle }: { readonly onIdle: () => void }) => {
  const isShown = useLedger(selectView) !== 'loading';
  useEffect(() => (isShown ? whenIdle(onIdle) : undefined), [isShown, onIdle]);
  return (
    <>
      <BalanceRegion
        details={(balance) => <Later wanted={false}>{({ Credits }) => <Credits balance={balance} />}</Later>}
      />
      <Later wanted={false}>{({ AccountNews }) => <AccountNews />}</Later>
      <PackagesRegion notice={<Notices />} />
      <Checkout />
      <LedgerRegion
        details={(transaction) => (
          <Later wanted>{({ TransactionFacts }) => <TransactionFacts transaction={transaction} />}</Later>
        )}
      />
      <Later wanted={false}>{({ PasskeyOffer }) => <PasskeyOffer />}</Later>
      <Success />
    </>
  );
};

const Notices = () => <Later wanted={useCheckout(hasNotice)}>{({ Notices }) => <Notices />}</Later>;

const Checkout = () => (
  <Later wanted={useCheckout(isUnderWay)}>{({ CheckoutRegion }) => <CheckoutRegion />}</Later>
);

const Success = () => (
  <Later wanted={useCheckout(selectPurchase) !== null}>{({ SuccessDialog }) => <SuccessDialog />}</Later>
);
