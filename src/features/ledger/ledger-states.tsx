import type { ReactNode } from 'react';
import { useCustomer, useLedger } from '#features/app-context.ts';
import { selectFilter } from '#machines/ledger.selectors.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { uiTexts } from '#texts/ui.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
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

/** An open ledger with empty lines, and a coin that waits to be entered. */
const EmptyIllustration = () => (
  <svg viewBox="0 0 176 112" className={styles.drawing} aria-hidden="true">
    <ellipse className={styles.ground} cx="88" cy="98" rx="80" ry="12" />
    <path className={styles.page} d="M88 34C74 24 52 22 26 25v62c26-3 48-1 62 9z" strokeLinejoin="round" />
    <path className={styles.page} d="M88 34c14-10 36-12 62-9v62c-26-3-48-1-62 9z" strokeLinejoin="round" />
    <path className={styles.entry} d="M38 40c14-1 26 0 38 4" fill="none" />
    <path className={styles.rule} d="M38 53c14-1 26 0 38 4M38 66c14-1 26 0 38 4" fill="none" />
    <path className={styles.rule} d="M138 53c-14-1-26 0-38 4M138 66c-14-1-26 0-38 4" fill="none" />
    <circle className={styles.coin} cx="127" cy="29" r="19" />
    <path className={styles.mark} d="M134 24.5a8.5 8.5 0 1 0 0 9" />
  </svg>
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
