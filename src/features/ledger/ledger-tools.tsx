import { formatCount } from '#domain/format.ts';
import { useCustomer, useLedger } from '#features/shared/app-context.ts';
import * as styles from '#features/shared/rows.css.ts';
import { RowsTools } from '#features/shared/rows-tools.tsx';
import type { DownloadContext } from '#machines/lists/download.types.ts';
import {
  isBusy,
  type LedgerSnapshot,
  selectDownloadActor,
  selectFilter,
  selectReadAt,
  selectView,
} from '#machines/lists/ledger.selectors.ts';
import { downloadTexts } from '#texts/common.ts';
import { ledgerTexts } from '#texts/ledger.ts';

const { download: texts } = ledgerTexts;

const isLedgerEmpty = (snapshot: LedgerSnapshot): boolean =>
  ['empty', 'welcome'].includes(selectView(snapshot));

export const LedgerTools = () => {
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
        {total === null ? texts.starting(name) : texts.progress(formatCount(rows), formatCount(total), name)}
      </span>
    </p>
  );
};
