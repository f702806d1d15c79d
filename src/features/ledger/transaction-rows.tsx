import { useSyncExternalStore } from 'react';
import { useCustomer, useLedger } from '#features/app-context.ts';
import { ledgerRowsId } from '#features/focus-targets.ts';
import { selectHistory } from '#machines/ledger.selectors.ts';
import { ledgerTexts } from '#texts/ledger.ts';
import { classNames } from '#ui/class-names.ts';
import { number, opens } from '#ui/Table.css.ts';
import { Table } from '#ui/Table.tsx';
import { tokens } from '#ui/theme/tokens.ts';
import { type DisplayedTransaction, displayTransaction } from './displayed-transaction.ts';
import * as styles from './transaction.css.ts';
import { OpenTransaction, PendingNote, StatusBadge } from './transaction-parts.tsx';

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

interface TransactionProps {
  readonly transaction: DisplayedTransaction;
}

/** The rows of a page: a table where there is room for one, else cards. */
export const TransactionRows = () => {
  const history = useLedger(selectHistory);
  const isWide = useSyncExternalStore(onWidthChange, () => wideScreen().matches);
  const Row = isWide ? TableRow : Card;
  const rows = history?.transactions.map((transaction, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page is replaced as a whole, and ids may be missing or come twice
    <Row key={place} transaction={displayTransaction(transaction)} />
  ));
  return (
    <div id={ledgerRowsId}>
      {isWide ? (
        <Table label={ledgerTexts.region} columns={headings} className={styles.table}>
          {rows}
        </Table>
      ) : (
        <ul className={styles.cards} aria-label={ledgerTexts.region}>
          {rows}
        </ul>
      )}
    </div>
  );
};

const wideScreen = () => matchMedia(tokens.breakpoints.desktop);

const onWidthChange = (listener: () => void) => {
  const query = wideScreen();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** What a press on a row does: it opens the details. A row without an id has none. */
const useOpen = ({ id }: DisplayedTransaction) => {
  const { ledger } = useCustomer();
  return id === null ? undefined : () => ledger.send({ type: 'transaction.opened', id });
};

const TableRow = ({ transaction }: TransactionProps) => {
  const open = useOpen(transaction);
  return (
    // For the keyboard there is the button in the row.
    <tr className={open && opens} onClick={open}>
      <td>
        <span className={styles.date}>{transaction.date}</span>{' '}
        <span className={styles.time}>{transaction.time}</span>
      </td>
      <td className={styles.rowName} dir="auto">
        {transaction.packageName}
      </td>
      <td className={number}>{transaction.amount}</td>
      <td className={number}>{transaction.totalCredits}</td>
      <td className={number}>{transaction.balance}</td>
      <td>
        <StatusBadge status={transaction.status} />
        <PendingNote status={transaction.status} />
      </td>
      <td>
        <OpenTransaction id={transaction.id} shortId={transaction.shortId} />
      </td>
    </tr>
  );
};

const Card = ({ transaction }: TransactionProps) => {
  const open = useOpen(transaction);
  const facts = [
    [columns.date, `${transaction.date} ${transaction.time}`, styles.whole],
    [columns.amount, transaction.amount],
    [columns.credits, transaction.totalCredits],
    [columns.balance, transaction.balance],
  ];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: for the keyboard there is the button in the card
    <li className={classNames(styles.card, open && styles.opens)} onClick={open}>
      <div className={styles.head}>
        <h3 className={styles.cardName} dir="auto">
          {transaction.packageName}
        </h3>
        <StatusBadge status={transaction.status} />
      </div>
      <dl className={styles.cardFacts}>
        {facts.map(([term, value, className]) => (
          <div key={term} className={className}>
            <dt className={styles.cardTerm}>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <PendingNote status={transaction.status} />
      <p className={styles.cardId}>
        {columns.id} <OpenTransaction id={transaction.id} shortId={transaction.shortId} />
      </p>
    </li>
  );
};
