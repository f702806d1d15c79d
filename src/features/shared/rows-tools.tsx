import { useSelector } from '@xstate/react';
import { type ComponentType, useId, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { chicagoTime } from '#domain/chicago-time.ts';
import { formatCount } from '#domain/format.ts';
import { truncate } from '#domain/text.ts';
import { selectDownload, selectDownloadState } from '#machines/lists/download.selectors.ts';
import type { downloadMachine } from '#machines/lists/download.ts';
import type { DownloadContext, DownloadInput } from '#machines/lists/download.types.ts';
import { downloadTexts } from '#texts/common.ts';
import { Button } from '#ui/Button.tsx';
import * as styles from './rows.css.ts';

/** Maximum time between two presses that count as a double click, in ms. */
const repeatLimit = 500;

/** Maximum length of a failure reason that fits next to the buttons. */
const longestReason = 100;

interface RowsToolsProps {
  readonly texts: {
    readonly updated: (exact: string) => string;
    readonly refresh: string;
    readonly download: {
      readonly empty: string;
      readonly saved: (rows: string) => string;
      readonly failed: (reason: string) => string;
    };
  };
  readonly download: ActorRefFrom<typeof downloadMachine> | undefined;
  readonly filter: DownloadInput['filter'];
  /** Whether the list has no rows to download. */
  readonly isEmpty: boolean;
  /** When the rows were read, in ms since the epoch. */
  readonly readAt: number | null;
  readonly isBusy: boolean;
  readonly progress: ComponentType<DownloadContext>;
  readonly onRefresh: () => void;
  /** Called when the customer is likely to download the list, to prefetch the code. */
  readonly onDownloadLikely: () => void;
}

/** Renders buttons to refresh and download a list. Shows when the list was read, or how a download ended. */
export const RowsTools = ({
  texts,
  download,
  filter,
  isEmpty,
  readAt,
  isBusy,
  progress: Progress,
  onRefresh,
  onDownloadLikely,
}: RowsToolsProps) => {
  const state = useSelector(download, selectDownloadState);
  const context = useSelector(download, selectDownload);
  const isRunning = state === 'running';
  const hasNone = isEmpty && !isRunning;
  const updated = readAt === null ? null : chicagoTime(new Date(readAt).toISOString());
  const emptyId = useId();
  const pressedAt = useRef(-repeatLimit);
  return (
    <div className={styles.tools}>
      <div className={styles.line}>
        {isRunning && context && <Progress {...context} />}
        <p className={state === 'failed' ? styles.failure : styles.outcome} role="status">
          {context && state === 'saved' && <span>{texts.download.saved(formatCount(context.rows))}</span>}
          {context && state === 'failed' && (
            <span>{texts.download.failed(truncate(context.problem, longestReason))}</span>
          )}
        </p>
        {hasNone ? (
          <p id={emptyId} className={styles.outcome}>
            {texts.download.empty}
          </p>
        ) : (
          state === 'idle' && updated && <p className={styles.outcome}>{texts.updated(updated.exact)}</p>
        )}
      </div>
      <Button variant="quiet" small icon={styles.refreshIcon} aria-disabled={isBusy} onClick={onRefresh}>
        {texts.refresh}
      </Button>
      {/* One button starts and cancels the download, so that it keeps the focus. */}
      <Button
        variant="quiet"
        small
        icon={styles.downloadIcon}
        className={styles.downloadButton}
        onPointerEnter={onDownloadLikely}
        onFocus={onDownloadLikely}
        aria-disabled={hasNone}
        aria-describedby={hasNone ? emptyId : undefined}
        onClick={({ detail: presses, nativeEvent, timeStamp }) => {
          const isMouse = 'pointerType' in nativeEvent && nativeEvent.pointerType === 'mouse';
          const isRepeated = presses > 1 || (!isMouse && timeStamp - pressedAt.current < repeatLimit);
          if (!isMouse) pressedAt.current = timeStamp;
          // Otherwise, a double click would cancel the download that it started.
          if (isRepeated) return;
          download?.send(isRunning ? { type: 'download.canceled' } : { type: 'download.requested', filter });
        }}
      >
        {isRunning ? downloadTexts.cancel : downloadTexts.start}
      </Button>
    </div>
  );
};
