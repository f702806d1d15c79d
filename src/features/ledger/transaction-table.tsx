import { ledgerTexts } from '#texts/ledger.ts';
import { number, opens } from '#ui/Table.css.ts';
import { Table } from '#ui/Table.tsx';
import type { DisplayedTransaction } from './displayed-transaction.ts';
import { OpenTransaction } from './open-transaction.tsx';
import { PendingNote } from './pending-note.tsx';
import { StatusBadge } from './status-badge.tsx';
import * as styles from './transaction-table.css.ts';
import { useOpenTransaction } from './use-open-transaction.ts';

const { columns } = ledgerTexts;

const headings = [
  { name: columns.date },
  { name: columns.package },
  { name: columns.amount, isNumeric: true },
  { name: columns.credits, isNumeric: true },
  { name: columns.balance, isNumeric: true },
  { name: columns.status },
  { name: columns.id },
];

interface TransactionTableProps {
  readonly transactions: readonly DisplayedTransaction[];
}

/** The rows of a page where there is room for a table. */
export const TransactionTable = ({ transactions }: TransactionTableProps) => (
  <Table label={ledgerTexts.region} columns={headings} className={styles.table}>
    {transactions.map((transaction, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a page is replaced as a whole, and ids may be missing or come twice
      <Row key={place} transaction={transaction} />
    ))}
  </Table>
);

const Row = ({ transaction }: { readonly transaction: DisplayedTransaction }) => {
  const open = useOpenTransaction()(transaction);
  return (
    // For the keyboard there is the button in the row.
    <tr className={open && opens} onClick={open}>
      <td>
        <span className={styles.date}>{transaction.date}</span>{' '}
        <span className={styles.time}>{transaction.time}</span>
      </td>
      <td className={styles.name} dir="auto">
        {transaction.packageName}
      </td>
      <td className={number}>{transaction.amount}</td>
      <td className={number}>{transaction.totalCredits}</td>
      <td className={number}>{transaction.balance}</td>
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
