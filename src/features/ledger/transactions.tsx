import { type ReactNode, useMemo } from 'react';
import { formatCount } from '#domain/count.ts';
import { useLedger } from '#features/app-context.ts';
import {
  isBusy,
  isTransactionMissing,
  selectFound,
  selectHistory,
  selectView,
} from '#machines/ledger.selectors.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { Banner } from '#ui/Banner.tsx';
import { tokens } from '#ui/theme/tokens.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { displayTransaction } from './displayed-transaction.ts';
import * as styles from './ledger.css.ts';
import { EmptyLedger, FailedLedger, LedgerSkeleton, WelcomeLedger } from './ledger-states.tsx';
import { rowsId } from './rows-fade.ts';
import { TransactionCards } from './transaction-cards.tsx';
import { TransactionTable } from './transaction-table.tsx';
import { useMediaQuery } from './use-media-query.ts';

/** One page of the ledger, or why there is none. Rows stay, marked busy, while others load. */
export const Transactions = () => (
  <BusyList>
    <Found />
    <Missing />
    <Listed />
  </BusyList>
);

/** Says that others are on their way; what is listed is not drawn again for that. */
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
  const view = useLedger(selectView);
  switch (view) {
    case 'loading':
      return <LedgerSkeleton />;
    case 'rows':
      return <Rows />;
    case 'empty':
      return <EmptyLedger />;
    case 'welcome':
      return <WelcomeLedger />;
    case 'failed':
      return <FailedLedger />;
  }
};

const Rows = () => {
  const history = useLedger(selectHistory);
  const wide = useMediaQuery(tokens.breakpoints.desktop);
  const transactions = useMemo(() => history?.transactions.map(displayTransaction) ?? [], [history]);
  return (
    <div id={rowsId}>
      {wide ? (
        <TransactionTable transactions={transactions} />
      ) : (
        <TransactionCards transactions={transactions} />
      )}
    </div>
  );
};
