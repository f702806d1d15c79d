import type { MouseEvent } from 'react';
import type { TransactionStatus } from '#contract/history-query.ts';
import { useCustomer } from '#features/app-context.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import type { DisplayedTransaction } from './displayed-transaction.ts';
import * as styles from './transaction.css.ts';

/** What became of a transaction, in a word that its sign does not outdo. */
export const StatusBadge = ({ status }: { readonly status: TransactionStatus }) => (
  <span className={styles.badge}>
    <span className={styles.signs[status]} aria-hidden="true" />
    {ledgerTexts.filter[status]}
  </span>
);

/** What happens next to a payment that is not confirmed yet, and a way to look again; nothing for any other. */
export const PendingNote = ({ status }: { readonly status: TransactionStatus }) => {
  const { ledger } = useCustomer();
  if (status !== 'pending') return null;
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

/** The short id of a row. Where there are details it is the row's button: its press reaches the row, which opens them. */
export const OpenTransaction = ({ id, shortId }: Pick<DisplayedTransaction, 'id' | 'shortId'>) =>
  id === null ? (
    shortId
  ) : (
    <button type="button" className={styles.open} aria-haspopup="dialog">
      {shortId}
    </button>
  );
