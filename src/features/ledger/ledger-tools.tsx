import { displayInstant } from '#domain/dates.ts';
import { useCustomer, useLedger } from '#features/app-context.ts';
import { isBusy, selectReadAt } from '#machines/ledger.selectors.ts';
import { ledgerTexts } from '#texts/store.ts';
import { Button } from '#ui/Button.tsx';
import { LedgerDownload } from './ledger-download.tsx';
import * as styles from './ledger-tools.css.ts';

/** When the rows were read, and what can be done with all of them. */
export const LedgerTools = () => {
  const { ledger } = useCustomer();
  const busy = useLedger(isBusy);
  const readAt = useLedger(selectReadAt);
  const instant = readAt === null ? null : displayInstant(new Date(readAt).toISOString());
  return (
    <div className={styles.tools}>
      <p className={styles.updated}>{instant && ledgerTexts.updated(instant.exact)}</p>
      <Button variant="quiet" aria-disabled={busy} onClick={() => ledger.send({ type: 'refresh.requested' })}>
        {ledgerTexts.refresh}
      </Button>
      <LedgerDownload />
    </div>
  );
};
