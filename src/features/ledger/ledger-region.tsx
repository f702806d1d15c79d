import type { ReactNode } from 'react';
import { useLedger } from '#features/app-context.ts';
import { isBusy } from '#machines/ledger.selectors.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { Region } from '#ui/Region.tsx';
import * as styles from './ledger.css.ts';
import { LedgerPager } from './ledger-pager.tsx';
import { LedgerTools } from './ledger-tools.tsx';
import { StatusFilters } from './status-filters.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { TransactionDetails } from './transaction-details.tsx';
import { Transactions } from './transactions.tsx';

/** The record of all purchases. */
export const LedgerRegion = () => (
  <BusyRegion>
    <SummaryCards />
    <div className={styles.bar}>
      <StatusFilters />
      <LedgerTools />
    </div>
    <Transactions />
    <LedgerPager />
    <TransactionDetails />
  </BusyRegion>
);

/** Says that a page is being read; what stands in it has no part in that, and is not drawn again. */
const BusyRegion = ({ children }: { readonly children: ReactNode }) => (
  <Region label={ledgerTexts.region} busy={useLedger(isBusy)}>
    {children}
  </Region>
);
