import type { TransactionStatus } from '#contract/history-query.ts';
import { useCustomer } from '#features/shared/app-context.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import type { DisplayedTransaction } from './displayed-transaction.ts';
import * as styles from './transaction.css.ts';

/** What became of a transaction, in a word that its sign does not outdo. */
export const StatusBadge = ({ status }: { readonly status: TransactionStatus }) => (
  <span className={styles.badge}>
    <span className={styles.signs[status]} aria-hidden="true" />
    <span>{ledgerTexts.filter[status]}</span>
  </span>
);

/** The status of a row, and whether less of the purchase is left than the row's figures say. */
export const RowStatus = ({
  transaction: { status, isPartlyGivenBack },
}: {
  readonly transaction: Pick<DisplayedTransaction, 'status' | 'isPartlyGivenBack'>;
}) => (
  <>
    <StatusBadge status={status} />
    {isPartlyGivenBack && <p className={styles.partMark}>{ledgerTexts.reversals.inPart}</p>}
  </>
);

/** What happens next to payments that are not confirmed yet, and a way to look again. */
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

/** The short id of a row, as the row's button: its press reaches the row, which opens the details. */
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
