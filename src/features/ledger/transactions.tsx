import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCount } from '#domain/format.ts';
import { useCustomer, useLedger } from '#features/shared/app-context.ts';
import * as styles from '#features/shared/rows.css.ts';
import { FailedRows, NoRows, RowsSkeleton } from '#features/shared/rows-messages.tsx';
import {
  isBusy,
  isTransactionMissing,
  selectFilter,
  selectFound,
  selectView,
} from '#machines/lists/ledger.selectors.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { Banner } from '#ui/Banner.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { TransactionRows } from './transaction-rows.tsx';

const { empty, failed, welcome } = ledgerTexts;

/** One page of the ledger, or why there is none. During other loads the rows stay, marked as busy. */
export const Transactions = () => (
  <BusyList>
    <Found />
    <Missing />
    <Listed />
  </BusyList>
);

/** Separate, so that a change of `aria-busy` doesn't render the list again. */
const BusyList = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.list} aria-busy={useLedger(isBusy)}>
    {children}
  </div>
);

const Found = () => {
  const found = useLedger(selectFound);
  return (
    <VisuallyHidden role="status">{found !== null && ledgerTexts.found(formatCount(found))}</VisuallyHidden>
  );
};

const Missing = () => useLedger(isTransactionMissing) && <Banner tone="info">{ledgerTexts.missing}</Banner>;

const Listed = () => {
  const { ledger } = useCustomer();
  const view = useLedger(selectView);
  switch (view) {
    case 'loading':
      return <RowsSkeleton />;
    case 'rows':
      return <TransactionRows />;
    case 'empty':
      return <EmptyLedger />;
    case 'welcome':
      return <NoRows title={welcome.title} lines={[welcome.hint]} />;
    case 'failed':
      return <FailedRows {...failed} onRetry={() => ledger.send({ type: 'history.retried' })} />;
  }
};

const EmptyLedger = () => {
  const filter = useLedger(selectFilter);
  const { data: summary } = useQuery(useCustomer().storeQuery('summary'));
  if (filter === 'all') return <NoRows title={empty.title} lines={[empty.firstPurchase]} />;
  const title = empty.filteredTitle(ledgerTexts.filter[filter]);
  const lines = [empty.filtered(filter), empty.filteredHint];
  return (
    <NoRows
      title={title}
      lines={summary?.total_transactions === 0 ? [...lines, empty.firstPurchase] : lines}
    />
  );
};
