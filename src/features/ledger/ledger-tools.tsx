import { chicagoTime } from '#domain/chicago-time.ts';
import { formatCount } from '#domain/count.ts';
import { truncate } from '#domain/text.ts';
import { useCustomer, useLedger } from '#features/app-context.ts';
import {
  isBusy,
  type LedgerDownloadState,
  selectDownload,
  selectDownloadState,
  selectReadAt,
} from '#machines/ledger.selectors.ts';
import type { LedgerDownload } from '#machines/ledger.types.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { Button } from '#ui/Button.tsx';
import * as styles from './ledger.css.ts';

const { download: texts } = ledgerTexts;

/** As much as finds room beside the buttons. */
const longestReason = 100;

/** What can be done with all rows, beside one line: how a download goes or went, or else when the rows were read. */
export const LedgerTools = () => {
  const state = useLedger(selectDownloadState);
  const download = useLedger(selectDownload);
  const running = state === 'running';
  return (
    <div className={styles.tools}>
      <div className={styles.line}>
        {running && download && <DownloadProgress {...download} />}
        <p className={state === 'failed' ? styles.failure : styles.outcome} role="status">
          {download && outcomeText(state, download)}
        </p>
        {download === null && <ReadAt />}
      </div>
      <Refresh />
      <Download running={running} />
    </div>
  );
};

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

/** Saves all rows of the chosen filter as a file, or cancels that: one button throughout, so that the focus stays on it. */
const Download = ({ running }: { readonly running: boolean }) => {
  const { ledger, prefetchDownload } = useCustomer();
  return (
    <Button
      variant="quiet"
      small
      icon={styles.downloadIcon}
      className={styles.downloadButton}
      onPointerEnter={prefetchDownload}
      onFocus={prefetchDownload}
      onClick={({ detail: presses }) => {
        // The second press of a double one would cancel what the first began.
        if (presses < 2) ledger.send({ type: running ? 'download.cancelled' : 'download.requested' });
      }}
    >
      {running ? texts.cancel : texts.start}
    </Button>
  );
};

const DownloadProgress = ({ status, rows, total }: LedgerDownload) => {
  const name = ledgerTexts.filter[status];
  return (
    <p className={styles.progress}>
      <progress
        className={styles.bar}
        aria-label={texts.start}
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
