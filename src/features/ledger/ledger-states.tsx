import type { ReactNode } from 'react';
import { useCustomer, useLedger } from '#features/app-context.ts';
import { selectFilter } from '#machines/ledger.selectors.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { uiTexts } from '#texts/ui.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyIllustration } from './empty-illustration.tsx';
import * as styles from './ledger.css.ts';

const placesOfRows = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];

/** Ten rows to come. */
export const LedgerSkeleton = () => (
  <div className={styles.skeleton} aria-hidden="true">
    {placesOfRows.map((place) => (
      <Skeleton key={place} height="control" />
    ))}
  </div>
);

const Message = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className={styles.message} role="status">
    <EmptyIllustration />
    <h3 className={styles.messageTitle}>{title}</h3>
    {children}
  </div>
);

/** The filter has no transaction. */
export const EmptyLedger = () => {
  const filter = useLedger(selectFilter);
  const { empty } = ledgerTexts;
  if (filter === 'all')
    return (
      <Message title={empty.title}>
        <p>{empty.hint}</p>
      </Message>
    );
  return (
    <Message title={empty.filteredTitle(ledgerTexts.filter[filter])}>
      <p>{empty.filtered(filter)}</p>
      <p>{empty.filteredHint}</p>
    </Message>
  );
};

/** The customer has not bought anything yet. */
export const WelcomeLedger = () => (
  <Message title={ledgerTexts.welcome.title}>
    <p>{ledgerTexts.welcome.hint}</p>
  </Message>
);

/** The page could not be read. */
export const FailedLedger = () => {
  const { ledger } = useCustomer();
  return (
    <div className={styles.message} role="alert">
      <h3 className={styles.messageTitle}>{ledgerTexts.failed.title}</h3>
      <p>{ledgerTexts.failed.hint}</p>
      <Button variant="secondary" onClick={() => ledger.send({ type: 'history.retried' })}>
        {uiTexts.retry}
      </Button>
    </div>
  );
};
