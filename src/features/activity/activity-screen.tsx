import { useSelector } from '@xstate/react';
import { formatCount } from '#domain/format.ts';
import type { ActivityActor } from '#features/shared/app-context.ts';
import { focusHeading, headingIds, showHeading } from '#features/shared/focus-targets.ts';
import * as rows from '#features/shared/rows.css.ts';
import { FailedRows, NoRows, RowsSkeleton } from '#features/shared/rows-messages.tsx';
import { RowsTools } from '#features/shared/rows-tools.tsx';
import { useMedia } from '#features/shared/use-media.ts';
import {
  hasNewer,
  hasOlder,
  isBusy,
  isKept,
  selectActivity,
  selectDownloadActor,
  selectFilter,
  selectReadAt,
  selectView,
} from '#machines/lists/activity.selectors.ts';
import type { ActivityFilter } from '#machines/lists/activity.types.ts';
import type { DownloadContext } from '#machines/lists/download.types.ts';
import { activityTexts } from '#texts/activity.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { control, label } from '#ui/Field.css.ts';
import { nextIcon } from '#ui/Pager.css.ts';
import { Pager } from '#ui/Pager.tsx';
import { Region } from '#ui/Region.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { number } from '#ui/Table.css.ts';
import { Table } from '#ui/Table.tsx';
import { breakpoints } from '#ui/theme/breakpoints.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import * as styles from './activity.css.ts';
import { CreditsLeft } from './credits-left.tsx';
import { type DisplayedEntry, displayEntries } from './displayed-entry.ts';
import { OpenHolds } from './open-holds.tsx';
import { UsageSection, type UsageSectionProps } from './usage-section.tsx';

const { columns, empty, failed, filter, filtered } = activityTexts;

interface ActivityProps {
  readonly activity: ActivityActor;
}

interface ListProps extends ActivityProps {
  /** Called when the customer is likely to download the list, to prefetch the code. */
  readonly onDownloadLikely: () => void;
}

interface ScreenProps extends ListProps, Pick<UsageSectionProps, 'queries'> {
  readonly onDownloadUsage: UsageSectionProps['onDownload'];
}

export const ActivityScreen = ({ queries, onDownloadUsage, ...list }: ScreenProps) => (
  <>
    <UsageSection queries={queries} onDownload={onDownloadUsage} onDownloadLikely={list.onDownloadLikely} />
    <OpenHolds query={queries.holds} />
    <CreditsLeft query={queries.grants} />
    <Changes {...list} />
  </>
);

const Changes = ({ activity, onDownloadLikely }: ListProps) => (
  <Region label={activityTexts.list} headingId={headingIds.activity} busy={useSelector(activity, isBusy)}>
    <p className={styles.lead}>{activityTexts.lead}</p>
    <div className={rows.head}>
      <KindFilter activity={activity} />
      <Tools activity={activity} onDownloadLikely={onDownloadLikely} />
    </div>
    <div className={rows.list}>
      {useSelector(activity, isKept) && (
        <RetryBanner
          text={activityTexts.kept}
          onRetry={() => activity.send({ type: 'history.retried' })}
          small
        />
      )}
      <Listed activity={activity} />
    </div>
    <ActivityPager activity={activity} />
  </Region>
);

const Tools = ({ activity, onDownloadLikely }: ListProps) => (
  <RowsTools
    texts={activityTexts}
    download={useSelector(activity, selectDownloadActor)}
    filter={useSelector(activity, selectFilter)}
    isEmpty={useSelector(activity, selectView) === 'empty'}
    readAt={useSelector(activity, selectReadAt)}
    isBusy={useSelector(activity, isBusy)}
    progress={DownloadProgress}
    onRefresh={() => activity.send({ type: 'refresh.requested' })}
    onDownloadLikely={onDownloadLikely}
  />
);

const DownloadProgress = ({ rows: count }: DownloadContext) => (
  <p className={rows.outcome}>{activityTexts.download.progress(formatCount(count))}</p>
);

const isFilter = (value: string): value is ActivityFilter => value in filter;

/** Renders a native select. `SelectField` is in the checkout's chunk, which this page doesn't load. */
const KindFilter = ({ activity }: ActivityProps) => (
  <label className={styles.filter}>
    <span className={label}>{activityTexts.filters}</span>
    <span className={styles.box}>
      <select
        className={classNames(control, styles.select)}
        value={useSelector(activity, selectFilter)}
        onChange={({ currentTarget: { value } }) => {
          if (isFilter(value)) activity.send({ type: 'filter.chosen', kind: value });
        }}
      >
        {Object.entries(filter).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <span className={classNames(nextIcon, styles.arrow)} aria-hidden="true" />
    </span>
  </label>
);

const Listed = ({ activity }: ActivityProps) => {
  const view = useSelector(activity, selectView);
  switch (view) {
    case 'loading':
      return <RowsSkeleton />;
    case 'rows':
      return <ActivityRows activity={activity} />;
    case 'empty':
      return <NoActivity activity={activity} />;
    case 'failed':
      return <FailedRows {...failed} onRetry={() => activity.send({ type: 'history.retried' })} />;
  }
};

const NoActivity = ({ activity }: ActivityProps) => {
  const kind = useSelector(activity, selectFilter);
  if (kind === 'all') return <NoRows title={empty.title} lines={[empty.hint]} />;
  const showAll = () => {
    activity.send({ type: 'filter.chosen', kind: 'all' });
    // The button disappears, so move the focus.
    focusHeading('activity');
  };
  return (
    <NoRows title={filtered.title(filter[kind])} lines={[filtered.hint]}>
      <Button variant="secondary" onClick={showAll}>
        {filtered.showAll}
      </Button>
    </NoRows>
  );
};

/** Returns the number of entries and their dates as text, because this list's pages have no numbers. */
const useShownDays = (activity: ActivityActor): string | null => {
  const { entries = [] } = useSelector(activity, selectActivity) ?? {};
  const shown = displayEntries(entries);
  const [newest, oldest] = [shown[0], shown.at(-1)];
  if (newest === undefined || oldest === undefined) return null;
  const days = activityTexts.days(oldest.date, newest.date);
  return activityTexts.shown(String(entries.length), days);
};

const ActivityPager = ({ activity }: ActivityProps) => {
  const isListed = useSelector(activity, selectView) === 'rows';
  const isFirst = !useSelector(activity, hasNewer);
  const isLast = !useSelector(activity, hasOlder);
  const shown = useShownDays(activity);
  if (!isListed) return null;
  const turn = (type: 'newer.chosen' | 'older.chosen') => {
    activity.send({ type });
    // The pager has scrolled out of view, so move the focus to the heading.
    if (showHeading('activity')) focusHeading('activity', { preventScroll: true });
  };
  return (
    <Pager
      label={activityTexts.pages}
      mark={shown}
      previous={{ text: activityTexts.newer, isOff: isFirst, onPress: () => turn('newer.chosen') }}
      next={{ text: activityTexts.older, isOff: isLast, onPress: () => turn('older.chosen') }}
    />
  );
};

const headings = [
  { name: columns.date },
  { name: columns.what },
  { name: columns.credits, isNumeric: true },
  { name: columns.balance, isNumeric: true },
];

/** Renders a page's rows as a table or, on phones, as a list. */
const ActivityRows = ({ activity }: ActivityProps) => {
  const page = useSelector(activity, selectActivity);
  const isWide = useMedia(breakpoints.tablet);
  const entries = displayEntries(page?.entries ?? []);
  if (!isWide)
    return (
      <ul className={styles.entries} aria-label={activityTexts.title}>
        {entries.map((entry) => (
          <ListItem key={entry.id} {...entry} />
        ))}
      </ul>
    );
  return (
    <Table label={activityTexts.title} columns={headings} className={styles.table}>
      {entries.map((entry) => (
        <TableRow key={entry.id} {...entry} />
      ))}
    </Table>
  );
};

const TableRow = (entry: DisplayedEntry) => (
  <tr className={entry.isFirstOfDay ? undefined : styles.sameDay}>
    <td>
      <span className={styles.day}>
        <Day {...entry} />
      </span>{' '}
      <span className={styles.time}>{entry.time}</span>
    </td>
    <td>
      <p className={styles.what} dir="auto">
        {entry.what}
      </p>
      <p className={styles.kind}>{entry.kind}</p>
    </td>
    <td className={classNames(number, entry.isGain && styles.gain)}>{entry.credits}</td>
    <td className={number}>{entry.balance}</td>
  </tr>
);

const ListItem = (entry: DisplayedEntry) => (
  <li className={styles.entry}>
    {entry.isFirstOfDay && <p className={styles.entryDay}>{entry.date}</p>}
    <p className={styles.what} dir="auto">
      {entry.what}
    </p>
    <p className={classNames(styles.entryCredits, entry.isGain && styles.gain)}>{entry.credits}</p>
    <p className={styles.entryFact}>
      {!entry.isFirstOfDay && <Day {...entry} />}
      <span>{`${entry.kind} ·`}</span> <span className={styles.time}>{entry.time}</span>
    </p>
    <p className={styles.entryBalance}>{activityTexts.balance(entry.balance)}</p>
  </li>
);

/** Shows the date of a group's first entry. Screen readers read it for each entry. */
const Day = ({ date, isFirstOfDay }: DisplayedEntry) =>
  isFirstOfDay ? date : <VisuallyHidden>{date}</VisuallyHidden>;
