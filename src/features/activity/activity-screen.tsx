import { focusHeading, showHeading } from '#features/shared/focus-targets.ts';
import * as rows from '#features/shared/rows.css.ts';
import { FailedRows, NoRows, RowsSkeleton } from '#features/shared/rows-messages.tsx';
import {
  hasNewer,
  hasOlder,
  isBusy,
  selectActivity,
  selectFilter,
  selectView,
} from '#machines/lists/activity.selectors.ts';
import type { ActivityFilter } from '#machines/lists/activity.types.ts';
import { activityTexts } from '#texts/activity.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { control, label } from '#ui/Field.css.ts';
import { nextIcon } from '#ui/Pager.css.ts';
import { Pager } from '#ui/Pager.tsx';
import * as styles from './activity.css.ts';
import { useActivity, useActivityPage } from './activity-context.ts';
import { ActivityRows } from './activity-rows.tsx';
import { ActivityTools } from './activity-tools.tsx';
import { displayEntry } from './displayed-entry.ts';

const { empty, failed, filter, filtered } = activityTexts;

export const ActivityScreen = () => (
  <div className={styles.column} aria-busy={useActivity(isBusy)}>
    <p className={styles.lead}>{activityTexts.lead}</p>
    <div className={rows.head}>
      <KindFilter />
      <ActivityTools />
    </div>
    <div className={rows.list}>
      <Listed />
    </div>
    <ActivityPager />
  </div>
);

const isFilter = (value: string): value is ActivityFilter => value in filter;

/** `SelectField` belongs to the checkout's code, which this page doesn't load. */
const KindFilter = () => {
  const { activity } = useActivityPage();
  return (
    <label className={styles.filter}>
      <span className={label}>{activityTexts.filters}</span>
      <span className={styles.box}>
        <select
          className={classNames(control, styles.select)}
          value={useActivity(selectFilter)}
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
};

const Listed = () => {
  const { activity } = useActivityPage();
  const view = useActivity(selectView);
  switch (view) {
    case 'loading':
      return <RowsSkeleton />;
    case 'rows':
      return <ActivityRows />;
    case 'empty':
      return <NoActivity />;
    case 'failed':
      return <FailedRows level="h2" {...failed} onRetry={() => activity.send({ type: 'history.retried' })} />;
  }
};

const NoActivity = () => {
  const { activity } = useActivityPage();
  const kind = useActivity(selectFilter);
  if (kind === 'all') return <NoRows level="h2" title={empty.title} lines={[empty.hint]} />;
  const showAll = () => {
    activity.send({ type: 'filter.chosen', kind: 'all' });
    // The button goes.
    focusHeading('page');
  };
  return (
    <NoRows level="h2" title={filtered.title(filter[kind])} lines={[filtered.hint]}>
      <Button variant="secondary" onClick={showAll}>
        {filtered.showAll}
      </Button>
    </NoRows>
  );
};

/** Pages have no numbers, so the days of the first and the last row tell where the customer is. */
const useShownDays = (): string | null => {
  const { entries = [] } = useActivity(selectActivity) ?? {};
  const [newest, oldest] = [entries[0], entries.at(-1)];
  if (newest === undefined || oldest === undefined) return null;
  const days = activityTexts.days(displayEntry(oldest).date, displayEntry(newest).date);
  return activityTexts.shown(String(entries.length), days);
};

const ActivityPager = () => {
  const { activity } = useActivityPage();
  const isListed = useActivity(selectView) === 'rows';
  const isFirst = !useActivity(hasNewer);
  const isLast = !useActivity(hasOlder);
  const shown = useShownDays();
  if (!isListed) return null;
  const turn = (type: 'newer.chosen' | 'older.chosen') => {
    activity.send({ type });
    // The pager has then scrolled out of view, so the focus moves to the heading.
    if (showHeading('page')) focusHeading('page', { preventScroll: true });
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
