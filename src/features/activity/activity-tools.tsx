import { useId } from 'react';
import { chicagoTime } from '#domain/chicago-time.ts';
import { formatCount } from '#domain/format.ts';
import { truncate } from '#domain/text.ts';
import { DownloadButton } from '#features/shared/download-button.tsx';
import * as styles from '#features/shared/rows.css.ts';
import {
  type ActivityDownloadState,
  isBusy,
  selectDownload,
  selectDownloadState,
  selectReadAt,
  selectView,
} from '#machines/activity.selectors.ts';
import type { ActivityDownload } from '#machines/activity.types.ts';
import { activityTexts } from '#texts/activity.ts';
import { Button } from '#ui/Button.tsx';
import { useActivity, useActivityPage } from './activity-context.ts';

const { download: texts } = activityTexts;

/** The longest reason that fits next to the buttons. */
const longestReason = 100;

export const ActivityTools = () => {
  const { activity, prefetchDownload } = useActivityPage();
  const state = useActivity(selectDownloadState);
  const download = useActivity(selectDownload);
  const running = state === 'running';
  const isEmpty = useActivity(selectView) === 'empty' && !running;
  const emptyId = useId();
  return (
    <div className={styles.tools}>
      <div className={styles.line}>
        {running && download && (
          <p className={styles.outcome}>{texts.progress(formatCount(download.rows))}</p>
        )}
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
      <Button
        variant="quiet"
        small
        icon={styles.refreshIcon}
        aria-disabled={useActivity(isBusy)}
        onClick={() => activity.send({ type: 'refresh.requested' })}
      >
        {activityTexts.refresh}
      </Button>
      <DownloadButton
        running={running}
        emptyId={isEmpty ? emptyId : undefined}
        onPress={() => activity.send({ type: running ? 'download.canceled' : 'download.requested' })}
        onLikely={prefetchDownload}
      />
    </div>
  );
};

const ReadAt = () => {
  const readAt = useActivity(selectReadAt);
  const instant = readAt === null ? null : chicagoTime(new Date(readAt).toISOString());
  return instant && <p className={styles.outcome}>{activityTexts.updated(instant.exact)}</p>;
};

const outcomeText = (state: ActivityDownloadState, { rows, problem }: ActivityDownload): string => {
  if (state === 'saved') return texts.saved(formatCount(rows));
  return state === 'failed' ? texts.failed(truncate(problem, longestReason)) : '';
};
