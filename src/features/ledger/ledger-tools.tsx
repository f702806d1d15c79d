import { useId } from 'react';
import { chicagoTime } from '#domain/chicago-time.ts';
import { formatCount } from '#domain/format.ts';
import { truncate } from '#domain/text.ts';
import { useCustomer, useLedger } from '#features/shared/app-context.ts';
import { DownloadButton } from '#features/shared/download-button.tsx';
import * as styles from '#features/shared/rows.css.ts';
import {
  isBusy,
  type LedgerDownloadState,
  type LedgerSnapshot,
  selectDownload,
  selectDownloadState,
  selectReadAt,
  selectView,
} from '#machines/ledger.selectors.ts';
import type { LedgerDownload } from '#machines/ledger.types.ts';
import { downloadTexts } from '#texts/common.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { Button } from '#ui/Button.tsx';

const { download: texts } = ledgerTexts;

/** The longest reason that fits next to the buttons. */
const longestReason = 100;

export const LedgerTools = () => {
  const state = useLedger(selectDownloadState);
  const download = useLedger(selectDownload);
  const running = state === 'running';
  const isEmpty = useLedger(isLedgerEmpty) && !running;
  const emptyId = useId();
  return (
    <div className={styles.tools}>
      <div className={styles.line}>
        {running && download && <DownloadProgress {...download} />}
        <p className={state === 'failed' ? styles.failure : styles.outcome} role="status">
          {download && outcomeText(state, download)}
        </p>
        {isEmpty ? (
          <p id={emptyId} className={styles.outcome}>
            {texts.empty}
          </p>
        ) : (
          download === null && <ReadAt />
        )}
      </div>
      <Refresh />
      <Download running={running} emptyId={isEmpty ? emptyId : undefined} />
    </div>
  );
};

const isLedgerEmpty = (snapshot: LedgerSnapshot): boolean =>
  ['empty', 'welcome'].includes(selectView(snapshot));

const ReadAt = () => {
  const readAt = useLedger(selectReadAt);
  const instant = readAt === null ? null : chicagoTime(new Date(readAt).toISOString());
  return instant && <p className={styles.outcome}>{ledgerTexts.updated(ledgerTexts.exact(instant.exact))}</p>;
};

const Refresh = () => {
  const { ledger } = useCustomer();
  return (
    <Button
      variant="quiet"
      small
      icon={styles.refreshIcon}
      aria-disabled={useLedger(isBusy)}
      onClick={() => ledger.send({ type: 'refresh.requested' })}
    >
      {ledgerTexts.refresh}
    </Button>
  );
};

interface DownloadProps {
  readonly running: boolean;
  /** The id of the text that says there is nothing to download, if shown. */
  readonly emptyId: string | undefined;
}

const Download = (props: DownloadProps) => {
  const { ledger, prefetchDownload } = useCustomer();
  return (
    <DownloadButton
      {...props}
      onPress={() => ledger.send({ type: props.running ? 'download.cancelled' : 'download.requested' })}
      onLikely={prefetchDownload}
    />
  );
};

const DownloadProgress = ({ status, rows, total }: LedgerDownload) => {
  const name = ledgerTexts.filter[status];
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

const outcomeText = (state: LedgerDownloadState, { rows, problem }: LedgerDownload): string => {
  if (state === 'saved') return texts.saved(formatCount(rows));
  return state === 'failed' ? texts.failed(truncate(problem, longestReason)) : '';
};
