import type { ReactNode } from 'react';
import { formatCount } from '#domain/count.ts';
import { useLedger } from '#features/app-context.ts';
import { isBusy, isTransactionMissing, selectFound, selectView } from '#machines/ledger.selectors.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { Banner } from '#ui/Banner.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import * as styles from './ledger.css.ts';
import { EmptyLedger, FailedLedger, LedgerSkeleton, WelcomeLedger } from './ledger-states.tsx';
import { TransactionRows } from './transaction-rows.tsx';

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

const views = {
  loading: LedgerSkeleton,
  rows: TransactionRows,
  empty: EmptyLedger,
  welcome: WelcomeLedger,
  failed: FailedLedger,
};

const Listed = () => {
  const View = views[useLedger(selectView)];
  return <View />;
};
