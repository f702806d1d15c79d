import type { MouseEvent } from 'react';
import { useCustomer } from '#features/app-context.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import * as styles from './pending-note.css.ts';

/** What happens next to a payment that is not confirmed yet, and a way to look again. */
export const PendingNote = () => {
  const { ledger } = useCustomer();
  const checkAgain = (event: MouseEvent) => {
    // The row around it would open its details.
    event.stopPropagation();
    ledger.send({ type: 'refresh.requested' });
  };
  return (
    <p className={styles.note}>
      {ledgerTexts.pending.next}{' '}
      <button type="button" className={styles.check} onClick={checkAgain}>
        {ledgerTexts.pending.checkAgain}
      </button>
    </p>
  );
};
