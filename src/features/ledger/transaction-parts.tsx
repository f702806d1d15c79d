import type { TransactionStatus } from '#contract/queries.ts';
import { useCustomer } from '#features/shared/app-context.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import type { DisplayedTransaction } from './displayed-transaction.ts';
import * as styles from './transaction.css.ts';

export const StatusBadge = ({ status }: { readonly status: TransactionStatus }) => (
  <span className={styles.badge}>
    <span className={styles.signs[status]} aria-hidden="true" />
    <span>{ledgerTexts.filter[status]}</span>
  </span>
);

/** The status of a row, with notes if the purchase was automatic or partially refunded. */
export const RowStatus = ({ status, isAutomatic, isPartlyRefunded }: DisplayedTransaction) => (
  <>
    <StatusBadge status={status} />
    {isAutomatic && <p className={styles.partMark}>{ledgerTexts.automatic}</p>}
    {isPartlyRefunded && <p className={styles.partMark}>{ledgerTexts.partlyRefunded}</p>}
  </>
);

/** Explains unconfirmed payments, with a button to check again. */
export const PendingNote = ({ text, className }: { readonly text: string; readonly className: string }) => {
  const { ledger } = useCustomer();
  return (
    <p className={className}>
      <span>{text}</span>{' '}
      <button
        type="button"
        className={styles.check}
        onClick={() => ledger.send({ type: 'refresh.requested' })}
      >
        {ledgerTexts.pending.checkAgain}
      </button>
    </p>
  );
};

/** The row's button. The click bubbles to the row, which opens the details. */
export const OpenTransaction = ({ id, shortId }: Pick<DisplayedTransaction, 'id' | 'shortId'>) => (
  <button
    type="button"
    className={styles.open}
    aria-haspopup="dialog"
    aria-label={id === null ? ledgerTexts.openUnnamed : undefined}
  >
    {shortId}
  </button>
);
