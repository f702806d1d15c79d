import type { DisplayedTransaction } from './displayed-transaction.ts';
import * as styles from './open-transaction.css.ts';

interface OpenTransactionProps {
  readonly transaction: DisplayedTransaction;
}

/** The short id of a row. Where there are details it is the row's button: its press reaches the row, which opens them. */
export const OpenTransaction = ({ transaction: { id, shortId } }: OpenTransactionProps) =>
  id === null ? (
    shortId
  ) : (
    <button type="button" className={styles.open} aria-haspopup="dialog">
      {shortId}
    </button>
  );
