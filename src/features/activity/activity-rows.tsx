import { useSelector } from '@xstate/react';
import type { ActivityActor } from '#features/shared/app-context.ts';
import { useMedia } from '#features/shared/use-media.ts';
import { selectActivity } from '#machines/lists/activity.selectors.ts';
import { activityTexts } from '#texts/activity.ts';
import { classNames } from '#ui/class-names.ts';
import { number } from '#ui/Table.css.ts';
import { Table } from '#ui/Table.tsx';
import { breakpoints } from '#ui/theme/breakpoints.ts';
import * as styles from './activity.css.ts';
import { type DisplayedEntry, displayEntry } from './displayed-entry.ts';

const { columns } = activityTexts;

const headings = [
  { name: columns.date },
  { name: columns.what },
  { name: columns.credits, isNumeric: true },
  { name: columns.balance, isNumeric: true },
];

/** A page's rows: a table, or a list on a phone. */
export const ActivityRows = ({ activity }: { readonly activity: ActivityActor }) => {
  const page = useSelector(activity, selectActivity);
  const isWide = useMedia(breakpoints.tablet);
  const entries = page?.entries.map(displayEntry) ?? [];
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
  <tr>
    <td>
      <When {...entry} />
    </td>
    <td>
      <What {...entry} />
    </td>
    <td className={classNames(number, entry.isGain && styles.gain)}>{entry.credits}</td>
    <td className={number}>{entry.balance}</td>
  </tr>
);

const ListItem = (entry: DisplayedEntry) => (
  <li className={styles.entry}>
    <div className={styles.entryWhat}>
      <What {...entry} />
    </div>
    <p className={classNames(styles.entryCredits, entry.isGain && styles.gain)}>{entry.credits}</p>
    <p className={styles.entryFact}>
      <When {...entry} />
    </p>
    <p className={styles.entryBalance}>{activityTexts.balance(entry.balance)}</p>
  </li>
);

const When = ({ date, time }: DisplayedEntry) => (
  <>
    <span className={styles.date}>{date}</span> <span className={styles.time}>{time}</span>
  </>
);

const What = ({ what, kind }: DisplayedEntry) => (
  <>
    <p className={styles.what} dir="auto">
      {what}
    </p>
    {kind !== '' && <p className={styles.kind}>{kind}</p>}
  </>
);
