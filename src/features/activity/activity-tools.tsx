import { formatCount } from '#domain/format.ts';
import * as styles from '#features/shared/rows.css.ts';
import { RowsTools } from '#features/shared/rows-tools.tsx';
import {
  isBusy,
  selectDownloadActor,
  selectFilter,
  selectReadAt,
  selectView,
} from '#machines/lists/activity.selectors.ts';
import type { DownloadContext } from '#machines/lists/download.types.ts';
import { activityTexts } from '#texts/activity.ts';
import { useActivity, useActivityPage } from './activity-context.ts';

export const ActivityTools = () => {
  const { activity, prefetchDownload } = useActivityPage();
  return (
    <RowsTools
      texts={activityTexts}
      download={useActivity(selectDownloadActor)}
      filter={useActivity(selectFilter)}
      isEmpty={useActivity(selectView) === 'empty'}
      readAt={useActivity(selectReadAt)}
      isBusy={useActivity(isBusy)}
      progress={DownloadProgress}
      onRefresh={() => activity.send({ type: 'refresh.requested' })}
      onDownloadLikely={prefetchDownload}
    />
  );
};

const DownloadProgress = ({ rows }: DownloadContext) => (
  <p className={styles.outcome}>{activityTexts.download.progress(formatCount(rows))}</p>
);
