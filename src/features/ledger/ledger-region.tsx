import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { transactionStatuses } from '#contract/queries.ts';
import type { Summary, Transaction } from '#contract/transactions.ts';
import { formatCount } from '#domain/format.ts';
import { truncate } from '#domain/text.ts';
import { useCustomer, useLedger, useLedgerActor } from '#features/shared/app-context.ts';
import { focusHeading, headingIds, showHeading } from '#features/shared/focus-targets.ts';
import * as styles from '#features/shared/rows.css.ts';
import { FailedRows, NoRows, RowsSkeleton } from '#features/shared/rows-messages.tsx';
import { RowsTools } from '#features/shared/rows-tools.tsx';
import type { DownloadContext } from '#machines/lists/download.types.ts';
import {
  isBusy,
  isKept,
  isTransactionMissing,
  type LedgerSnapshot,
  selectDownloadActor,
  selectFilter,
  selectFound,
  selectHistory,
  selectOpenTransaction,
  selectQuery,
  selectReadAt,
  selectView,
} from '#machines/lists/ledger.selectors.ts';
import type { LedgerFilter } from '#machines/lists/ledger.types.ts';
import { downloadTexts, pagerTexts } from '#texts/common.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { Banner } from '#ui/Banner.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Pager } from '#ui/Pager.tsx';
import { Region } from '#ui/Region.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { SegmentedControl } from '#ui/SegmentedControl.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import * as figureStyles from './ledger.css.ts';
import { TransactionRows } from './transaction-rows.tsx';

const { empty, failed, summary: texts, welcome } = ledgerTexts;

interface LedgerRegionProps {
  readonly details: (transaction: Transaction) => ReactNode;
}

export const LedgerRegion = ({ details }: LedgerRegionProps) => (
  <BusyRegion>
    <SummaryCards />
    <p className={figureStyles.caption}>{texts.counted}</p>
    <div className={styles.head}>
      <StatusFilters />
      <LedgerTools />
    </div>
    <BusyList>
      <Found />
      <Missing />
      <Kept />
      <Listed />
    </BusyList>
    <LedgerPager />
    <TransactionDetails details={details} />
  </BusyRegion>
);

/** Selects `busy` separately, so that its changes don't rerender the region's content. */
const BusyRegion = ({ children }: { readonly children: ReactNode }) => (
  <Region label={ledgerTexts.region} headingId={headingIds.ledger} busy={useLedger(isBusy)}>
    {children}
  </Region>
);

const options = (['all', ...transactionStatuses] as const).map((value) => ({
  value,
  label: ledgerTexts.filter[value],
}));

const StatusFilters = () => {
  const ledger = useLedgerActor();
  const choose = (status: LedgerFilter) => {
    ledger.send({ type: 'filter.chosen', status });
    showHeading('ledger');
  };
  return (
    <SegmentedControl
      label={ledgerTexts.filters}
      options={options}
      chosen={useLedger(selectFilter)}
      onChoose={choose}
    />
  );
};

const isLedgerEmpty = (snapshot: LedgerSnapshot): boolean =>
  ['empty', 'welcome'].includes(selectView(snapshot));

const LedgerTools = () => {
  const ledger = useLedgerActor();
  const { prefetchDownload } = useCustomer();
  return (
    <RowsTools
      texts={ledgerTexts}
      download={useLedger(selectDownloadActor)}
      filter={useLedger(selectFilter)}
      isEmpty={useLedger(isLedgerEmpty)}
      readAt={useLedger(selectReadAt)}
      isBusy={useLedger(isBusy)}
      progress={DownloadProgress}
      onRefresh={() => ledger.send({ type: 'refresh.requested' })}
      onDownloadLikely={prefetchDownload}
    />
  );
};

const filterNames = new Map<string, string>(Object.entries(ledgerTexts.filter));

const DownloadProgress = ({ filter, rows, total }: DownloadContext) => {
  const name = filterNames.get(filter) ?? '';
  return (
    <p className={styles.progress}>
      <progress
        className={styles.bar}
        aria-label={downloadTexts.start}
        max={total ?? 1}
        {...(total !== null && { value: rows })}
      />
      <span>
        {total === null
          ? ledgerTexts.download.starting(name)
          : ledgerTexts.download.progress(formatCount(rows), formatCount(total), name)}
      </span>
    </p>
  );
};

/** Renders the pager. Prefetches the next page when the customer is likely to open it. */
const LedgerPager = () => {
  const ledger = useLedgerActor();
  const { readAhead } = useCustomer();
  const isListed = useLedger(selectView) === 'rows';
  const query = useLedger(selectQuery);
  const pages = useLedger(selectHistory)?.pagination.total_pages ?? 0;
  if (!isListed || pages <= 1) return null;

  const turn = (page: number) => {
    ledger.send({ type: 'page.chosen', page });
    // The pager has scrolled out of view, so move the focus to the heading.
    if (showHeading('ledger')) focusHeading('ledger', { preventScroll: true });
  };

  return (
    <Pager
      label={ledgerTexts.pages}
      mark={pagerTexts.page(query.page, Math.max(query.page, pages))}
      previous={{
        text: pagerTexts.previous,
        isOff: query.page <= 1,
        onPress: () => turn(query.page - 1),
      }}
      next={{
        text: pagerTexts.next,
        isOff: query.page >= pages,
        onPress: () => turn(query.page + 1),
        onLikely() {
          if (query.page < pages) readAhead({ ...query, page: query.page + 1 });
        },
      }}
    />
  );
};

/** Marks the rows as busy while they reload, without rerendering them. */
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

const Kept = () => {
  const ledger = useLedgerActor();
  const retry = () => ledger.send({ type: 'history.retried' });
  return useLedger(isKept) && <RetryBanner text={ledgerTexts.kept} onRetry={retry} small />;
};

const Listed = () => {
  const ledger = useLedgerActor();
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
  const lines = [empty.filtered(filter), empty.filteredHint];
  if (summary?.total_transactions === 0) lines.push(empty.firstPurchase);
  return <NoRows title={empty.filteredTitle(ledgerTexts.filter[filter])} lines={lines} />;
};

const figures: readonly (readonly [label: string, read: (summary: Summary) => string])[] = [
  [texts.totalSpent, ({ total_spent_display }) => truncate(total_spent_display, 40)],
  [texts.totalTransactions, ({ total_transactions }) => formatCount(total_transactions)],
  [texts.totalCredits, ({ total_credits_purchased }) => formatCount(total_credits_purchased)],
  [texts.currentBalance, ({ current_balance }) => formatCount(current_balance)],
];

/** Shows four figures, or an error of the same height. Hides the error from customers without a record. */
const SummaryCards = () => {
  const { data, isPending, refetch } = useQuery(useCustomer().storeQuery('summary'));
  const welcoming = useLedger(selectView) === 'welcome';
  const isUnreadable = data === undefined && !isPending;
  if (isUnreadable && welcoming) return null;
  return (
    <div className={figureStyles.summary}>
      <dl
        className={classNames(figureStyles.figures, isUnreadable && figureStyles.unseen)}
        aria-busy={isPending}
      >
        {figures.map(([label, read]) => (
          <div key={label} className={figureStyles.figure}>
            <dt className={figureStyles.caption}>{label}</dt>
            <dd className={figureStyles.figureValue}>
              {data ? read(data) : isPending ? <Skeleton width="medium" height="title" /> : '\u00a0'}
            </dd>
          </div>
        ))}
      </dl>
      {isUnreadable && <RetryBanner text={texts.unreadable} onRetry={refetch} />}
    </div>
  );
};

const TransactionDetails = ({ details }: LedgerRegionProps) => {
  const ledger = useLedgerActor();
  const transaction = useLedger(selectOpenTransaction);
  return (
    <Dialog
      open={transaction !== null}
      onClose={() => ledger.send({ type: 'transaction.closed' })}
      title={ledgerTexts.details.title}
    >
      {transaction && details(transaction)}
    </Dialog>
  );
};
