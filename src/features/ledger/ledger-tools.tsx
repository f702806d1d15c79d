import { displayInstant } from '#domain/dates.ts';
import { useCustomer, useLedger } from '#features/app-context.ts';
import { isBusy, selectReadAt } from '#machines/ledger.selectors.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { Button } from '#ui/Button.tsx';
import { LedgerDownload } from './ledger-download.tsx';
import * as styles from './ledger-tools.css.ts';

/** When the rows were read, and what can be done with all of them. */
export const LedgerTools = () => (
  <div className={styles.tools}>
    <ReadAt />
    <Refresh />
    <LedgerDownload />
  </div>
);

const ReadAt = () => {
  const readAt = useLedger(selectReadAt);
  const instant = readAt === null ? null : displayInstant(new Date(readAt).toISOString());
  return <p className={styles.updated}>{instant && ledgerTexts.updated(instant.exact)}</p>;
};

const Refresh = () => {
  const { ledger } = useCustomer();
  return (
    <Button
      variant="quiet"
      small
      icon={styles.refreshIcon}
      aria-disabled={useLedger(isBusy)}
      onClick={() => ledger.send({ type: 'refresh.requested' })}
    >
      {ledgerTexts.refresh}
    </Button>
  );
};
