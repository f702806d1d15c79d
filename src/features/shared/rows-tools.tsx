import { useSelector } from '@xstate/react';
import { type ComponentType, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import { chicagoTime } from '#domain/chicago-time.ts';
import { formatCount } from '#domain/format.ts';
import { truncate } from '#domain/text.ts';
import {
  type DownloadState,
  selectDownload,
  selectDownloadState,
} from '#machines/lists/download.selectors.ts';
import type { downloadMachine } from '#machines/lists/download.ts';
import type { DownloadContext, DownloadInput } from '#machines/lists/download.types.ts';
import { Button } from '#ui/Button.tsx';
import { DownloadButton } from './download-button.tsx';
import * as styles from './rows.css.ts';

/** The longest reason that fits next to the buttons. */
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
  /** When the rows were read, in milliseconds since the epoch. */
  readonly readAt: number | null;
  readonly isBusy: boolean;
  readonly progress: ComponentType<DownloadContext>;
  readonly onRefresh: () => void;
  /** Called when a download is likely, so that its code can be prefetched. */
  readonly onDownloadLikely: () => void;
}

/** Refreshes a list of rows and downloads it. Says when the rows were read, or how the download went. */
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
  const emptyId = useId();
  return (
    <div className={styles.tools}>
      <div className={styles.line}>
        {isRunning && context && <Progress {...context} />}
        <p className={state === 'failed' ? styles.failure : styles.outcome} role="status">
          {context && outcomeText(state, context, texts)}
        </p>
        {hasNone ? (
          <p id={emptyId} className={styles.outcome}>
            {texts.download.empty}
          </p>
        ) : (
          state === 'idle' && readAt !== null && <ReadAt at={readAt} text={texts.updated} />
        )}
      </div>
      <Button variant="quiet" small icon={styles.refreshIcon} aria-disabled={isBusy} onClick={onRefresh}>
        {texts.refresh}
      </Button>
      <DownloadButton
        running={isRunning}
        emptyId={hasNone ? emptyId : undefined}
        onPress={() =>
          download?.send(isRunning ? { type: 'download.canceled' } : { type: 'download.requested', filter })
        }
        onLikely={onDownloadLikely}
      />
    </div>
  );
};

const outcomeText = (
  state: DownloadState,
  { rows, problem }: DownloadContext,
  { download: texts }: RowsToolsProps['texts'],
): string => {
  if (state === 'saved') return texts.saved(formatCount(rows));
  return state === 'failed' ? texts.failed(truncate(problem, longestReason)) : '';
};

interface ReadAtProps {
  readonly at: number;
  readonly text: (exact: string) => string;
}

const ReadAt = ({ at, text }: ReadAtProps) => {
  const instant = chicagoTime(new Date(at).toISOString());
  return instant && <p className={styles.outcome}>{text(instant.exact)}</p>;
};
