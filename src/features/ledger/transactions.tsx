import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCount } from '#domain/format.ts';
import { useCustomer, useLedger } from '#features/shared/app-context.ts';
import {
  isBusy,
  isTransactionMissing,
  selectFilter,
  selectFound,
  selectView,
} from '#machines/ledger.selectors.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { uiTexts } from '#texts/ui.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import * as styles from './ledger.css.ts';
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
  const view = useLedger(selectView);
  switch (view) {
    case 'loading':
      return <LedgerSkeleton />;
    case 'rows':
      return <TransactionRows />;
    case 'empty':
      return <EmptyLedger />;
    case 'welcome':
      return <Message title={welcome.title} lines={[welcome.hint]} />;
    case 'failed':
      return <FailedLedger />;
  }
};

const placesOfRows = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];

const LedgerSkeleton = () => (
  <div className={styles.skeleton} aria-hidden="true">
    {placesOfRows.map((place) => (
      <Skeleton key={place} height="control" />
    ))}
  </div>
);

const EmptyLedger = () => {
  const filter = useLedger(selectFilter);
  const { data: summary } = useQuery(useCustomer().storeQuery('summary'));
  if (filter === 'all') return <Message title={empty.title} lines={[empty.firstPurchase]} />;
  const title = empty.filteredTitle(ledgerTexts.filter[filter]);
  const lines = [empty.filtered(filter), empty.filteredHint];
  return (
    <Message
      title={title}
      lines={summary?.total_transactions === 0 ? [...lines, empty.firstPurchase] : lines}
    />
  );
};

const Message = ({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) => (
  <div className={styles.message} role="status">
    <EmptyIllustration />
    <h3 className={styles.messageTitle}>{title}</h3>
    {lines.map((line) => (
      <p key={line}>{line}</p>
    ))}
  </div>
);

const EmptyIllustration = () => (
  <svg viewBox="0 0 176 112" className={styles.drawing} aria-hidden="true">
    <ellipse className={styles.ground} cx="88" cy="98" rx="80" ry="12" />
    <path className={styles.page} d="M88 34C74 24 52 22 26 25v62c26-3 48-1 62 9z" strokeLinejoin="round" />
    <path className={styles.page} d="M88 34c14-10 36-12 62-9v62c-26-3-48-1-62 9z" strokeLinejoin="round" />
    <path className={styles.entry} d="M38 40c14-1 26 0 38 4" fill="none" />
    <path className={styles.rule} d="M38 53c14-1 26 0 38 4M38 66c14-1 26 0 38 4" fill="none" />
    <path className={styles.rule} d="M138 53c-14-1-26 0-38 4M138 66c-14-1-26 0-38 4" fill="none" />
    <circle className={styles.coin} cx="127" cy="29" r="19" />
    <path className={styles.mark} d="M134 24.5a8.5 8.5 0 1 0 0 9" />
  </svg>
);

const FailedLedger = () => {
  const { ledger } = useCustomer();
  return (
    <div className={styles.message} role="alert">
      <h3 className={styles.messageTitle}>{failed.title}</h3>
      <p>{failed.hint}</p>
      <Button variant="secondary" onClick={() => ledger.send({ type: 'history.retried' })}>
        {uiTexts.retry}
      </Button>
    </div>
  );
};
