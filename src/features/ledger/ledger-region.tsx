import type { ReactNode } from 'react';
import { transactionStatuses } from '#contract/queries.ts';
import { formatCount } from '#domain/format.ts';
import { useCustomer, useLedger } from '#features/shared/app-context.ts';
import { focusHeading, headingIds, showHeading } from '#features/shared/focus-targets.ts';
import * as styles from '#features/shared/rows.css.ts';
import { RowsTools } from '#features/shared/rows-tools.tsx';
import type { DownloadContext } from '#machines/lists/download.types.ts';
import {
  isBusy,
  type LedgerSnapshot,
  selectDownloadActor,
  selectFilter,
  selectHistory,
  selectQuery,
  selectReadAt,
  selectView,
} from '#machines/lists/ledger.selectors.ts';
import type { LedgerFilter } from '#machines/lists/ledger.types.ts';
import { downloadTexts, pagerTexts } from '#texts/common.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { Pager } from '#ui/Pager.tsx';
import { Region } from '#ui/Region.tsx';
import { SegmentedControl } from '#ui/SegmentedControl.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { Transactions } from './transactions.tsx';

export const LedgerRegion = ({ details }: { readonly details: ReactNode }) => (
  <BusyRegion>
    <SummaryCards />
    <div className={styles.head}>
      <StatusFilters />
      <LedgerTools />
    </div>
    <Transactions />
    <LedgerPager />
    {details}
  </BusyRegion>
);

/** Separate, so that a change of `busy` doesn't render the region's content again. */
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
  const { ledger } = useCustomer();
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
  const { ledger, prefetchDownload } = useCustomer();
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

/** The pager. It prefetches the next page when the customer is about to open it. */
const LedgerPager = () => {
  const { ledger, readAhead } = useCustomer();
  const isListed = useLedger(selectView) === 'rows';
  const query = useLedger(selectQuery);
  const pages = useLedger(selectHistory)?.pagination.total_pages ?? 0;
  if (!isListed || pages <= 1) return null;

  const turn = (page: number) => {
    ledger.send({ type: 'page.chosen', page });
    // The pager has then scrolled out of view, so the focus moves to the heading.
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
