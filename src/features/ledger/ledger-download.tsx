import { formatCount } from '#domain/count.ts';
import { truncate } from '#domain/text.ts';
import { useCustomer, useLedger } from '#features/app-context.ts';
import { type LedgerDownloadState, selectDownload, selectDownloadState } from '#machines/ledger.selectors.ts';
import type { LedgerDownload as Download } from '#machines/ledger.types.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { Button } from '#ui/Button.tsx';
import * as styles from './ledger-tools.css.ts';

const { download: texts } = ledgerTexts;

const longestReason = 200;

/** Saves all rows of the chosen filter as a file; a long one can be watched and cancelled. */
export const LedgerDownload = () => {
  const { ledger } = useCustomer();
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
        onClick={() => ledger.send({ type: running ? 'download.cancelled' : 'download.requested' })}
      >
        {running ? texts.cancel : texts.start}
      </Button>
      {running && <DownloadProgress download={download} />}
      <p className={state === 'failed' ? styles.failure : styles.outcome} role="status">
        {download && outcomeText(state, download)}
      </p>
    </>
  );
};

const DownloadProgress = ({ download }: { readonly download: Download | null }) => {
  if (download === null) return null;
  const { filter, rows, total } = download;
  const name = ledgerTexts.filter[filter];
  const text =
    total === null ? texts.starting(name) : texts.progress(formatCount(rows), formatCount(total), name);
  return (
    <p className={styles.progress}>
      <progress aria-label={texts.start} max={total ?? 1} {...(total !== null && { value: rows })} />
      <span>{text}</span>
    </p>
  );
};

const outcomeText = (state: LedgerDownloadState, { rows, problem }: Download): string => {
  if (state === 'saved') return texts.saved(formatCount(rows));
  return state === 'failed' ? texts.failed(truncate(problem, longestReason)) : '';
};
