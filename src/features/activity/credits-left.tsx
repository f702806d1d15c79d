import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Grants } from '#contract/credits.ts';
import { chicagoTime } from '#domain/chicago-time.ts';
import { activityTexts } from '#texts/activity.ts';
import { grantTexts } from '#texts/usage.ts';
import { Button } from '#ui/Button.tsx';
import { Region } from '#ui/Region.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import * as styles from './activity.css.ts';
import type { CreditQueries } from './credit-queries.ts';

/** The grants to show at first. */
const fewGrants = 5;

const dateOf = (stamp: string): string => chicagoTime(stamp)?.date ?? activityTexts.notAvailable;

/** Lists the grants that still have credits. Renders nothing once it is known that there are none. */
export const CreditsLeft = ({ query }: { readonly query: CreditQueries['grants'] }) => {
  const { data, isError, isFetching, refetch } = useQuery(query);
  const grants = data?.grants ?? [];
  const [hasAll, setHasAll] = useState(false);
  if (!data && isError && !isFetching) return <RetryBanner text={grantTexts.failed} onRetry={refetch} />;
  if (data?.grants.length === 0) return null;
  const shown = hasAll ? grants : grants.slice(0, fewGrants);
  return (
    <Region label={grantTexts.title} headingId="credits-left" busy={!data}>
      <p className={styles.lead}>{grantTexts.lead}</p>
      {!data && <Skeleton height="block" />}
      <ul className={styles.entries} aria-label={grantTexts.title}>
        {shown.map((grant) => (
          <GrantItem key={grant.id} grant={grant} />
        ))}
      </ul>
      {shown.length < grants.length && (
        <div>
          <Button
            variant="secondary"
            small
            onClick={() => {
              setHasAll(true);
              // The pressed button disappears, so move the focus.
              document.getElementById('credits-left')?.focus();
            }}
          >
            {grantTexts.all(grants.length)}
          </Button>
        </div>
      )}
    </Region>
  );
};

const GrantItem = ({ grant }: { readonly grant: Grants['grants'][number] }) => (
  <li className={styles.entry}>
    <p className={styles.what}>{grantTexts.kinds[grant.kind]}</p>
    <p className={styles.entryCredits}>{grantTexts.left(grant.remaining, grant.credits)}</p>
    <p className={styles.entryFact}>{grantTexts.since(dateOf(grant.created_at))}</p>
    <p className={styles.entryBalance}>
      {grantTexts.state(grant.held, grant.expires_at && dateOf(grant.expires_at))}
    </p>
  </li>
);
