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

const longestReason = 200;

/** When the rows were read, and what can be done with all of them. */
export const LedgerTools = () => (
  <div className={styles.tools}>
    <ReadAt />
    <Refresh />
    <Download />
  </div>
);

const ReadAt = () => {
  const readAt = useLedger(selectReadAt);
  const instant = readAt === null ? null : chicagoTime(new Date(readAt).toISOString());
  return <p className={styles.updated}>{instant && ledgerTexts.updated(ledgerTexts.exact(instant.exact))}</p>;
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

/** Saves all rows of the chosen filter as a file; a long one can be watched and cancelled. */
const Download = () => {
  const { ledger, prefetchDownload } = useCustomer();
  const state = useLedger(selectDownloadState);
  const download = useLedger(selectDownload);
  const running = state === 'running';
  // One button throughout, so that the focus stays on it.
  return (
    <>
      <Button
        variant="quiet"
        small
        icon={styles.downloadIcon}
        onPointerEnter={prefetchDownload}
        onFocus={prefetchDownload}
        onClick={() => ledger.send({ type: running ? 'download.cancelled' : 'download.requested' })}
      >
        {running ? texts.cancel : texts.start}
      </Button>
      {running && download && <DownloadProgress {...download} />}
      <p className={state === 'failed' ? styles.failure : styles.outcome} role="status">
        {download && outcomeText(state, download)}
      </p>
    </>
  );
};

const DownloadProgress = ({ status, rows, total }: LedgerDownload) => {
  const name = ledgerTexts.filter[status];
  return (
    <p className={styles.progress}>
      <progress aria-label={texts.start} max={total ?? 1} {...(total !== null && { value: rows })} />
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
