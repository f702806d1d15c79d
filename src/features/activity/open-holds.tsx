import { useQuery } from '@tanstack/react-query';
import { chicagoTime } from '#domain/chicago-time.ts';
import { formatCount } from '#domain/format.ts';
import { activityTexts } from '#texts/activity.ts';
import { countOf } from '#texts/common.ts';
import { Region } from '#ui/Region.tsx';
import * as styles from './activity.css.ts';
import type { CreditQueries } from './credit-queries.ts';
import { shortened } from './displayed-entry.ts';

const { holds: texts, notAvailable } = activityTexts;

const momentOf = (stamp: string): string => chicagoTime(stamp)?.exact ?? notAvailable;

/** Lists the credits that services have reserved. Renders nothing if there are none, or they can't be read. */
export const OpenHolds = ({ query }: { readonly query: CreditQueries['holds'] }) => {
  const { data } = useQuery(query);
  if (!data?.holds.length) return null;
  return (
    <Region label={texts.title}>
      <p className={styles.lead}>{texts.lead}</p>
      <ul className={styles.entries} aria-label={texts.title}>
        {data.holds.map(({ id, credits, reference, description, expires_at, created_at }) => (
          <li key={id} className={styles.entry}>
            <p className={styles.what} dir="auto">
              {shortened(description) || shortened(reference) || texts.unnamed}
            </p>
            <p className={styles.entryCredits}>{countOf(formatCount(credits), 'credit')}</p>
            <p className={styles.entryFact}>{texts.since(momentOf(created_at))}</p>
            <p className={styles.entryBalance}>{texts.until(momentOf(expires_at))}</p>
          </li>
        ))}
      </ul>
    </Region>
  );
};
