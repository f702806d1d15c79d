import { useMemo } from 'react';
import { formatCount } from '#domain/count.ts';
import { useLedger } from '#features/app-context.ts';
import { isBusy, isTransactionMissing, selectHistory, selectView } from '#machines/ledger.selectors.ts';
import { ledgerTexts } from '#texts/store.ts';
import { Banner } from '#ui/Banner.tsx';
import { tokens } from '#ui/theme/tokens.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { displayTransaction } from './displayed-transaction.ts';
import * as styles from './ledger.css.ts';
import { EmptyLedger, FailedLedger, LedgerSkeleton, WelcomeLedger } from './ledger-states.tsx';
import { TransactionCards } from './transaction-cards.tsx';
import { TransactionTable } from './transaction-table.tsx';
import { useMediaQuery } from './use-media-query.ts';

/** One page of the ledger, or why there is none. Rows stay, marked busy, while others load. */
export const Transactions = () => {
  const view = useLedger(selectView);
  const busy = useLedger(isBusy);
  const missing = useLedger(isTransactionMissing);
  const found = useLedger(selectHistory)?.pagination.total_items;
  return (
    <div className={styles.list} aria-busy={busy}>
      <VisuallyHidden role="status">
        {view === 'rows' && !busy && found !== undefined && ledgerTexts.found(formatCount(found))}
      </VisuallyHidden>
      {missing && <Banner tone="info">{ledgerTexts.missing}</Banner>}
      {view === 'loading' && <LedgerSkeleton />}
      {view === 'rows' && <Rows />}
      {view === 'empty' && <EmptyLedger />}
      {view === 'welcome' && <WelcomeLedger />}
      {view === 'failed' && <FailedLedger />}
    </div>
  );
};

const Rows = () => {
  const history = useLedger(selectHistory);
  const wide = useMediaQuery(tokens.breakpoints.desktop);
  const transactions = useMemo(() => history?.transactions.map(displayTransaction) ?? [], [history]);
  return wide ? (
    <TransactionTable transactions={transactions} />
  ) : (
    <TransactionCards transactions={transactions} />
  );
};
