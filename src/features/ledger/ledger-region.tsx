import { useLedger } from '#features/app-context.ts';
import { isBusy } from '#machines/ledger.selectors.ts';
import { ledgerTexts } from '#texts/store.ts';
import { Region } from '#ui/Region.tsx';
import { LedgerTools } from './ledger-tools.tsx';
import { Pager } from './pager.tsx';
import { StatusFilters } from './status-filters.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { TransactionDetails } from './transaction-details.tsx';
import { Transactions } from './transactions.tsx';

/** The record of all purchases. */
export const LedgerRegion = () => (
  <Region label={ledgerTexts.region} busy={useLedger(isBusy)}>
    <SummaryCards />
    <StatusFilters />
    <LedgerTools />
    <Transactions />
    <Pager />
    <TransactionDetails />
  </Region>
);
