import { ledgerTexts } from '#texts/store.ts';
import type { DisplayedTransaction } from './displayed-transaction.ts';
import { OpenTransaction } from './open-transaction.tsx';
import { PendingNote } from './pending-note.tsx';
import { StatusBadge } from './status-badge.tsx';
import * as styles from './transaction-table.css.ts';
import { useOpenTransaction } from './use-open-transaction.ts';

const { columns } = ledgerTexts;

interface TransactionTableProps {
  readonly transactions: readonly DisplayedTransaction[];
}

/** The rows of a page where there is room for a table. */
export const TransactionTable = ({ transactions }: TransactionTableProps) => (
  <table className={styles.table} aria-label={ledgerTexts.region}>
    <thead>
      <tr>
        <th scope="col">{columns.date}</th>
        <th scope="col">{columns.package}</th>
        <th scope="col" className={styles.number}>
          {columns.amount}
        </th>
        <th scope="col" className={styles.number}>
          {columns.credits}
        </th>
        <th scope="col" className={styles.number}>
          {columns.balance}
        </th>
        <th scope="col">{columns.status}</th>
        <th scope="col">{columns.id}</th>
      </tr>
    </thead>
    <tbody>
      {transactions.map((transaction, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is replaced as a whole, and ids may be missing or come twice
        <Row key={place} transaction={transaction} />
      ))}
    </tbody>
  </table>
);

const Row = ({ transaction }: { readonly transaction: DisplayedTransaction }) => {
  const open = useOpenTransaction()(transaction);
  return (
    // For the keyboard there is the button in the row.
    <tr className={open && styles.opens} onClick={open}>
      <td>
        <span className={styles.date}>{transaction.date}</span>{' '}
        <span className={styles.time}>{transaction.time}</span>
      </td>
      <td className={styles.name} dir="auto">
        {transaction.packageName}
      </td>
      <td className={styles.number}>{transaction.amount}</td>
      <td className={styles.number}>{transaction.totalCredits}</td>
      <td className={styles.number}>{transaction.balance}</td>
      <td>
        <StatusBadge status={transaction.status} />
        {transaction.status === 'pending' && <PendingNote />}
      </td>
      <td>
        <OpenTransaction transaction={transaction} />
      </td>
    </tr>
  );
};
